"""Join codes and how often they may be guessed at."""

from calculator.web.codes import CODE_LENGTH, JoinCodes, Role
from calculator.web.limits import Attempts, Limits


def test_each_code_opens_its_own_role_however_it_is_typed() -> None:
    codes = JoinCodes.fresh()
    for role in Role:
        shown = codes.shown(role)
        assert codes.role_for(shown) is role
        assert codes.role_for(f" {shown.lower().replace('-', ' ')} ") is role


def test_anything_else_opens_nothing() -> None:
    codes = JoinCodes.fresh()
    player = codes.by_role[Role.PLAYER]
    for typed in ("", player[:-1], player + "A", "é" * CODE_LENGTH, "\0" * CODE_LENGTH):
        assert codes.role_for(typed) is None


def test_codes_are_new_each_time_and_differ_by_role() -> None:
    seen = {code for _ in range(50) for code in JoinCodes.fresh().by_role.values()}
    assert len(seen) == 150


def test_an_address_waits_after_its_wrong_codes_and_others_do_not() -> None:
    now = [0.0]
    attempts = Attempts(Limits(attempts=3, attempt_window=60), clock=lambda: now[0])
    for _ in range(3):
        assert not attempts.blocked("10.0.0.7")
        attempts.failed("10.0.0.7")
    assert attempts.blocked("10.0.0.7")
    assert not attempts.blocked("10.0.0.8")
    now[0] = 61.0
    assert not attempts.blocked("10.0.0.7")


def test_many_addresses_together_are_limited_too() -> None:
    attempts = Attempts(Limits(attempts=3, attempts_everywhere=4), clock=lambda: 0.0)
    for number in range(4):
        attempts.failed(f"10.0.0.{number}")
    assert attempts.blocked("10.0.0.99")
