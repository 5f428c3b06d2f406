"""A whole turn of every system on the command line, as its page plays it."""

from __future__ import annotations

import pytest

from calculator.cli import main
from calculator.rules.catalog import SHIPPED
from tests.turns import ORDER, headlines, stands, turn_of

STANDS = {
    "cannonade": ("blue", "victory points 14, prisoners held 3, unarmed men 7"),
    "gods-of-war": ("blue", "0 of 6 actions left."),
}


@pytest.mark.parametrize("system", SHIPPED)
def test_a_turn_is_played_as_its_page_says(
    system: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    turn = turn_of(system)
    for words in turn.commands:
        assert main(words) == 0, words
    printed = " ".join(capsys.readouterr().out.split())
    told = [step.headline for step in turn.steps]
    assert headlines(turn.battle) == told
    assert all(headline in printed for headline in told)
    if system in STANDS:
        side, line = STANDS[system]
        assert line in stands(turn.battle)[side]


@pytest.mark.parametrize("system", SHIPPED)
def test_a_turn_goes_by_the_phases_of_its_text(system: str) -> None:
    phases = [
        next(at for at, actions in enumerate(ORDER[system]) if step.action in actions)
        for step in turn_of(system).steps
    ]
    assert phases == sorted(phases)
    assert set(phases) == set(range(len(ORDER[system]))), "every phase is played"


def test_what_the_turn_forbids_is_refused_with_what_may_be_done(
    capsys: pytest.CaptureFixture[str],
) -> None:
    charge = (
        "result", "there-stand-empires", "assault", "target-formation=march-column", "--actor",
        "9th Chasseurs", "--battle", "saturday", "--seed", "0",
    )  # fmt: skip
    main(["roll", "bind", "maida", "--battle", "saturday"])
    assert main([*charge, "distance=5", "--target", "Cole"]) == 0
    second = [*charge, "distance=8", "--target", "Oswald"]
    assert main(second) == 2
    told = capsys.readouterr().err
    assert "have acted this turn (entry 2): this may follow only with distance at most 7" in told
    assert "`empires journal turn` begins turn 2. If" in told
    assert main([*second, "--despite", "it charged by the road"]) == 0
