"""The door: who comes in with what, and what is refused there."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from calculator.web.guard import Attempts, Limits, RateWindow
from calculator.web.seats import CODE_LENGTH, Seats, VisitorRole, fresh_codes, read_out, role_for
from calculator.web.site import Site
from tests.web.conftest import Open


def test_each_code_opens_its_own_role_however_it_is_typed() -> None:
    codes = fresh_codes()
    for role in VisitorRole:
        shown = read_out(codes[role])
        assert role_for(codes, shown) is role
        assert role_for(codes, f" {shown.lower().replace('-', ' ')} ") is role


def test_anything_else_opens_nothing() -> None:
    codes = fresh_codes()
    player = codes[VisitorRole.PLAYER]
    for typed in ("", player[:-1], player + "A", "é" * CODE_LENGTH, "\0" * CODE_LENGTH):
        assert role_for(codes, typed) is None


def test_codes_are_new_each_time_and_differ_by_role() -> None:
    seen = {code for _ in range(50) for code in fresh_codes().values()}
    assert len(seen) == 150


def test_an_address_waits_after_its_wrong_codes_and_others_do_not() -> None:
    now = [0.0]
    attempts = Attempts(Limits(attempts=3, attempt_window=60), clock=lambda: now[0])
    for _ in range(3):
        assert not attempts.blocked("10.0.0.7")
        attempts.note_failure("10.0.0.7")
    assert attempts.blocked("10.0.0.7")
    assert not attempts.blocked("10.0.0.8")
    now[0] = 61.0
    assert not attempts.blocked("10.0.0.7")


def test_many_addresses_together_are_limited_too() -> None:
    attempts = Attempts(Limits(attempts=3, attempts_everywhere=4), clock=lambda: 0.0)
    for number in range(4):
        attempts.note_failure(f"10.0.0.{number}")
    assert attempts.blocked("10.0.0.99")


def test_a_visitor_may_ask_so_often_and_others_as_often() -> None:
    now = [0.0]
    requests = RateWindow(3, 1, clock=lambda: now[0])
    assert [requests.admits("ney") for _ in range(4)] == [True, True, True, False]
    assert requests.admits("picton")
    now[0] = 1.5
    assert requests.admits("ney")


async def test_the_right_code_opens_the_battle(networked: Site, visit: Open) -> None:
    ney = await visit(at=networked)
    assert "Join code" in (await ney.open("/")).text
    code = read_out(networked.seats.codes[VisitorRole.PLAYER])
    page = await ney.join(code=code, player="Ney", side="french")
    assert page.address == "/army"
    assert "Husson's brigade" in page.text
    (seat,) = networked.seats
    assert (seat.role, seat.player, seat.side) == (VisitorRole.PLAYER, "Ney", "french")


async def test_a_wrong_code_is_refused_and_soon_must_wait(networked: Site, visit: Open) -> None:
    guesser = await visit(at=networked)
    pages = [await guesser.join(code="WRONG-CODE") for _ in range(4)]
    assert [page.status for page in pages] == [403, 403, 403, 429]
    page = await guesser.join(code=read_out(networked.seats.codes[VisitorRole.PLAYER]))
    assert page.status == 429
    assert not list(networked.seats)


async def test_a_chosen_role_counts_for_nothing_where_codes_are_asked(
    networked: Site, visit: Open
) -> None:
    page = await (await visit(at=networked)).join(code="", role="umpire")
    assert page.status == 403
    assert not list(networked.seats)


@pytest.mark.parametrize("path", ["/static/", "/static/..%2Fsite.py", "/static/base.html"])
async def test_there_is_no_folder_to_list(visit: Open, path: str) -> None:
    assert (await (await visit()).open(path)).status == 404


async def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(
    site: Site, visit: Open
) -> None:
    ney = await visit()
    page = await ney.open("/")
    async with ney.client.post(
        "/join",
        data={**page.forms["/join"], "role": "player"},
        headers=ney.origin,
        allow_redirects=False,
    ) as answer:
        cookie = answer.cookies[site.cookie("seat")]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Strict"


async def test_two_battles_on_one_machine_do_not_throw_each_other_out(
    make: Callable[..., Site], visit: Open
) -> None:
    names = set()
    for port in (8000, 8001):
        site = make(battle=f"at-{port}")
        site.port = port
        names.add(site.cookie("seat"))
    assert len(names) == 2


async def test_leaving_frees_the_seat(site: Site, visit: Open) -> None:
    ney = await visit(VisitorRole.PLAYER)
    page = await ney.send(await ney.open("/more"), "/leave")
    assert "Take a seat" in page.text
    assert not list(site.seats)


async def test_one_place_is_kept_for_umpires(make: Callable[..., Site], visit: Open) -> None:
    site = make(limits=Limits(seats=3, for_umpires=1))
    for _ in range(2):
        await visit(VisitorRole.PLAYER, at=site)
    third = await (await visit(at=site)).join(role="player")
    assert (third.status, "Every seat is taken" in third.text) == (503, True)
    assert (await (await visit(at=site)).join(role="umpire")).status == 200


def test_one_address_cannot_take_every_seat(site: Site) -> None:
    from calculator.web.seats import NoSeatError

    most = site.limits.per_address
    for number in range(most):
        site.seats.take(VisitorRole.PLAYER, f"one of {number}", "", "10.0.0.7")
    with pytest.raises(NoSeatError, match="this device"):
        site.seats.take(VisitorRole.PLAYER, "one more", "", "10.0.0.7")
    site.seats.take(VisitorRole.PLAYER, "another", "", "10.0.0.8")


def test_an_idle_seat_is_given_to_the_next_who_comes(make: Callable[..., Site]) -> None:
    site = make(limits=Limits(seats=1, for_umpires=0, idle=60))
    _, idle = site.seats.take(VisitorRole.PLAYER, "Grouchy", "", "10.0.0.7")
    idle.seen -= 61
    site.seats.take(VisitorRole.PLAYER, "Ney", "", "10.0.0.8")
    assert [seat.player for seat in site.seats] == ["Ney"]


async def test_seats_and_codes_outlive_the_server(site: Site, networked: Site) -> None:
    token, _ = networked.seats.take(VisitorRole.PLAYER, "Ney", "french", "10.0.0.7")
    again = Seats(networked.seats.path, networked.limits, open_to_network=True)
    assert again.codes == networked.seats.codes
    found = again.of(token)
    assert found is not None
    assert (found.player, found.side, found.role) == ("Ney", "french", VisitorRole.PLAYER)
    assert again.of("another token") is None


def test_what_is_kept_of_seats_lets_nobody_in(site: Site) -> None:
    token, _ = site.seats.take(VisitorRole.UMPIRE, "Wellington", "", "10.0.0.7")
    assert token not in site.seats.path.read_text(encoding="utf-8")
    assert site.seats.path.stat().st_mode & 0o077 == 0


def test_a_damaged_file_of_seats_opens_no_door(site: Site) -> None:
    token, _ = site.seats.take(VisitorRole.UMPIRE, "Wellington", "", "10.0.0.7")
    site.seats.path.write_text('{"version": 1, "seats": [{"role": "umpire"}]}', encoding="utf-8")
    again = Seats(site.seats.path, site.limits, open_to_network=True)
    assert again.of(token) is None
    assert not list(again)
