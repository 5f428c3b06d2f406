"""The single rolls and checks, against the faces of a die and the words of the text."""

from fractions import Fraction

import pytest

from calculator.errors import ForbiddenError
from tests.rules.asking import ask
from tests.rules.revolutionary_wars.faces import count, needs, or_less

SYSTEM = "revolutionary-wars"


def told(action: str, **values: object) -> dict[str, Fraction]:
    odds = ask(SYSTEM, action, **values).odds().distribution
    return {outcome.label: odds.probability(outcome) for outcome in odds}


def stands(**values: object) -> Fraction:
    """How likely a Shaken line is to stand against another line's charge."""
    plain = {"battalion": "line", "enemy": "line", "order": "shaken"}
    return ask(SYSTEM, "stand", **{**plain, **values}).odds().measure("stands")


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({}, needs(5)),
        ({"order": "solid"}, needs(5, "solid")),
        ({"order": "shattered"}, needs(5, "shattered")),
        ({"enemy": "french-line", "enemy_formation": "attack-column"}, needs(6)),
        ({"contact": "flank"}, needs(7)),
        ({"contact": "flank", "formation": "attack-column"}, needs(6)),
        ({"contact": "clipped"}, needs(5, helped=True)),
        ({"contact": "clipped", "order": "solid"}, Fraction(1)),
        ({"contact": "clipped", "order": "shattered"}, needs(5)),
        ({"soft_ground": True}, needs(4)),
        ({"after_melee": True}, needs(4)),
        ({"testing": "charging"}, needs(4)),
        ({"testing": "countercharged"}, needs(5)),
        ({"formation": "skirmish-line", "obstacle": "obstacle"}, needs(2)),
        ({"formation": "skirmish-line", "obstacle": "building"}, needs(2)),
        ({"formation": "square", "enemy": "line-cavalry"}, needs(3)),
        ({"formation": "square", "enemy": "line-cavalry", "after_melee": True}, Fraction(1)),
    ],
)
def test_standing(values: dict[str, object], expected: Fraction) -> None:
    assert stands(**values) == expected


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"obstacle": "obstacle"}, "must be in skirmish line to defend"),
        ({"enemy": "foot-guns"}, "not artillery"),
        ({"testing": "charging", "battalion": "foot-guns"}, "not artillery"),
    ],
)
def test_tests_that_there_are_not(values: dict[str, object], reason: str) -> None:
    with pytest.raises(ForbiddenError, match=reason):
        stands(**values)


def test_crossing_terrain_takes_platoons_and_order() -> None:
    across = count(4, needs(3, "solid"))
    assert told("cross", battalion="line-cavalry") == {
        "destroyed, the charge ends": across[0],
        "1 platoon across, Shattered": across[1],
        "2 platoons across, Shattered": across[2],
        "3 platoons across, Shattered": across[3],
        "4 platoons across, Shaken": across[4],
    }
    assert told("cross", battalion="line", order="shaken") == {
        "6 platoons across, Shattered": Fraction(1)
    }


def test_a_round_of_melee_is_its_dice_thrown_one_by_one() -> None:
    """Four platoons of line on either side: hits on 5, saves on 4."""
    unsaved = needs(5, "solid") * (1 - needs(4))
    returned = needs(5) * (1 - needs(4, "solid"))
    odds = told(
        "melee",
        battalion="line",
        formation="line",
        platoons=5,
        enemy="line",
        enemy_platoons=5,
        enemy_order="shaken",
    )
    mine, theirs = count(5, returned), count(5, unsaved)
    assert odds["enemy loses 1; charger loses 2"] == theirs[1] * mine[2]
    assert odds["enemy wiped out; charger loses 0"] == sum(theirs[n] for n in (3, 4, 5)) * mine[0]


def test_breaking_and_running() -> None:
    kept = count(6, needs(4))
    assert told("break-and-run", battalion="line") == {
        "breaks and is destroyed": kept[0] + kept[1] + kept[2],
        **{f"breaks and runs, {n} left": kept[n] for n in (3, 4, 5, 6)},
    }


@pytest.mark.parametrize("reason", [{"near_general": True}, {"chose": True}, {"pursued": False}])
def test_any_reason_lets_platoons_re_roll_once(reason: dict[str, object]) -> None:
    kept = count(6, needs(4, helped=True))
    alone = told("break-and-run", battalion="line", **reason)
    assert alone["breaks and runs, 6 left"] == kept[6]
    every = told("break-and-run", battalion="line", near_general=True, chose=True, pursued=False)
    assert every == alone


def test_being_shattered_does_not_re_roll_but_routs() -> None:
    shaken = told("break-and-run", battalion="line", order="shaken")
    assert shaken == told("break-and-run", battalion="line", order="solid")
    assert told("break-and-run", battalion="line", order="shattered") == {
        "breaks and is destroyed": Fraction(1)
    }


def test_running_off_the_table() -> None:
    """A line runs 8 inches: an edge at 8 is reached and not crossed."""
    stays, leaves = (
        told("break-and-run", battalion="line", edge=edge)["breaks and runs, 6 left"]
        for edge in ("8", "7.5")
    )
    assert leaves == stays * needs(4)


def test_guns_are_overrun_and_do_not_scatter() -> None:
    assert told("break-and-run", battalion="foot-guns", formation="line") == {
        "is overrun, 4 left": Fraction(1)
    }


@pytest.mark.parametrize("order", ["solid", "shaken", "shattered"])
def test_controlling_pursuit(order: str) -> None:
    held = ask(SYSTEM, "pursue", battalion="line", order=order).odds().measure("holds")
    assert held == needs(3, order)


def test_pursuing_off_the_table() -> None:
    odds = told("pursue", battalion="line", hold=False, edge="5")
    assert odds == {
        "pursues, Shaken": needs(3),
        "chases the enemy off the table": 1 - needs(3),
    }
    assert told("pursue", battalion="line", hold=False) == {"pursues, Shaken": Fraction(1)}


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ({}, {"Solid": or_less(4), "Shaken": 1 - or_less(4)}),
        ({"order": "shattered"}, {"Shaken": or_less(4), "Shattered": 1 - or_less(4)}),
        (
            {"near_general": True},
            {
                "Solid": or_less(4, failures=True),
                "Shaken": 1 - or_less(4, failures=True),
            },
        ),
        ({"attempt": "second"}, {"Solid": Fraction(1)}),
        ({"attempt": "second", "order": "shattered"}, {"Shaken": Fraction(1)}),
        ({"attempt": "both"}, {"Solid": Fraction(1)}),
        (
            {"attempt": "both", "order": "shattered"},
            {"Solid": or_less(4), "Shaken": 1 - or_less(4)},
        ),
        ({"formation": "march-column"}, {"Solid": or_less(3), "Shaken": 1 - or_less(3)}),
    ],
)
def test_reforming(values: dict[str, object], expected: dict[str, Fraction]) -> None:
    plain = {"battalion": "line", "formation": "line", "order": "shaken"}
    assert told("reform", **{**plain, **values}) == expected


def test_the_chance_to_end_solid_is_the_one_that_is_measured() -> None:
    odds = ask(SYSTEM, "reform", order="shaken").odds()
    solid = sum(row.probability for row in odds if row.outcome.order.value == "solid")
    assert 0 < solid < 1
    assert float(odds.measure("solid")) == pytest.approx(solid)


def test_solid_troops_have_nothing_to_reform() -> None:
    with pytest.raises(ForbiddenError, match="Solid already"):
        ask(SYSTEM, "reform", order="solid").odds()


@pytest.mark.parametrize(
    ("order", "kept", "else_"),
    [("solid", or_less(4, failures=True), "shaken"), ("shaken", or_less(4), "shattered")],
)
def test_reacting(order: str, kept: Fraction, else_: str) -> None:
    odds = told("react", battalion="line", order=order)
    assert odds == {order.title(): kept, else_.title(): 1 - kept}


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"order": "shattered"}, "cannot react"),
        ({"distance": "12.5"}, "more than 12 inches"),
        (
            {"reaction": "countercharge", "enemy": "french-line-cavalry"},
            "cannot countercharge a cavalry squadron",
        ),
    ],
)
def test_reactions_that_the_rules_forbid(values: dict[str, object], reason: str) -> None:
    with pytest.raises(ForbiddenError, match=reason):
        ask(SYSTEM, "react", **values).odds()


@pytest.mark.parametrize("order", ["solid", "shaken"])
def test_spiking_guns(order: str) -> None:
    spiked = count(4, needs(5, order))
    assert told("spike-guns", platoons=4, order=order, guns=2) == {
        "no artillery platoons spiked": spiked[0],
        "1 artillery platoon spiked": spiked[1],
        "2 artillery platoons spiked": spiked[2] + spiked[3] + spiked[4],
    }


def test_shattered_troops_spike_nothing() -> None:
    with pytest.raises(ForbiddenError, match="is Shattered and cannot spike guns"):
        ask(SYSTEM, "spike-guns", order="shattered").odds()


@pytest.mark.parametrize(
    ("battalions", "others", "morale"),
    [
        (2, 3, "holds"),
        (1, 3, "breaks"),
        (1, 0, "breaks and loses the game"),
        (2, 0, "holds"),
    ],
)
def test_brigade_morale(battalions: int, others: int, morale: str) -> None:
    assert told("brigade-morale", battalions=battalions, other_brigades=others) == {
        morale: Fraction(1)
    }


def test_a_brigade_without_battalions_takes_no_check() -> None:
    with pytest.raises(ForbiddenError, match="no battalion left"):
        ask(SYSTEM, "brigade-morale", battalions=0).odds()


@pytest.mark.parametrize("guns", ["foot-guns", "horse-guns"])
def test_guns_that_break_stay_where_they_are(guns: str) -> None:
    question = ask(SYSTEM, "movement", battalion=guns, formation="line", moving="rout")
    (outcome,) = question.odds().distribution
    assert outcome.inches == "0"
    assert "stay where they are" in question.result("1").narration.headline


def test_friends_near_overrun_guns_recover_them_shattered() -> None:
    question = ask(SYSTEM, "recover-guns", platoons=3)
    (outcome,) = question.odds().distribution
    assert outcome.platoons == 3
    assert question.law.after(outcome).actor == {
        "platoons": "3",
        "order": "shattered",
    }


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"distance": "4.5"}, "within 4 inches"),
        ({"threatened": True}, "can charge the guns"),
        ({"battalion": "french-line"}, "only artillery"),
    ],
)
def test_guns_that_cannot_be_recovered(values: dict[str, object], reason: str) -> None:
    with pytest.raises(ForbiddenError, match=reason):
        ask(SYSTEM, "recover-guns", **values).odds()


@pytest.mark.parametrize(
    ("values", "returned"),
    [
        ({}, 4),
        ({"removed": 2, "lost": 12}, 8),
        ({"lost": 3}, 3),
        ({"lost": 0}, 0),
        ({"battalion": "light-cavalry", "skirmishers": "cossacks"}, 2),
    ],
)
def test_replenishing_skirmishers(values: dict[str, object], returned: int) -> None:
    asked = ask(SYSTEM, "replenish", **values).odds().distribution
    assert [outcome.returned for outcome in asked] == [returned]
    assert ask(SYSTEM, "replenish", **values).odds().measure("returns") == (returned > 0)


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"distance": "13"}, "within 12 inches"),
        ({"battalion": "mob"}, "only line or light"),
        ({"platoons": 2, "removed": 3}, "3 platoons cannot be given up"),
        ({"skirmishers": "line"}, "no skirmish battalion"),
        ({"skirmishers": "cossacks"}, "foot skirmishers"),
    ],
)
def test_platoons_that_make_no_skirmishers(values: dict[str, object], reason: str) -> None:
    with pytest.raises(ForbiddenError, match=reason):
        ask(SYSTEM, "replenish", **values).odds()


@pytest.mark.parametrize(("left", "captured"), [("6", False), ("8", True), ("10", True)])
def test_a_general_is_captured_when_the_battalion_makes_good_what_he_gains(
    left: str, captured: bool
) -> None:
    odds = ask(SYSTEM, "general", left=left, away="8").odds()
    assert odds.measure("captured") == captured


@pytest.mark.parametrize(
    ("values", "inches"),
    [
        ({}, "8"),
        ({"formation": "attack-column"}, "8"),
        ({"through": "terrain"}, "3"),
        ({"through": "friends", "formation": "attack-column"}, "5"),
        ({"through": "terrain", "wing": True}, "2"),
        ({"way": "backward"}, "4"),
        ({"way": "backward", "through": "terrain"}, "3"),
        ({"way": "backward", "formation": "skirmish-line"}, "8"),
        ({"battalion": "skirmish", "way": "backward"}, "8"),
        ({"battalion": "horse-guns"}, "4"),
        ({"battalion": "horse-guns", "way": "backward"}, "12"),
        ({"moving": "charge"}, "6"),
        ({"moving": "countercharge", "battalion": "line-cavalry"}, "6"),
        ({"moving": "countercharge", "battalion": "french-line-cavalry"}, "5"),
        ({"moving": "pursuit"}, "6"),
        ({"moving": "rout", "order": "shattered"}, "8"),
        ({"moving": "pursuit", "order": "shattered"}, "6"),
    ],
)
def test_movement_allowance(values: dict[str, object], inches: str) -> None:
    plain = {"battalion": "line", "formation": "line"}
    assert told("movement", **{**plain, **values}) == {f"{inches} inches": Fraction(1)}


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"order": "shattered"}, "is Shattered and cannot move or charge"),
        ({"order": "shattered", "moving": "charge"}, "is Shattered and cannot move or charge"),
        ({"second_action": True, "in_command": False}, "out of command"),
        ({"wing": True, "formation": "square"}, "only a line has a wing"),
        ({"battalion": "foot-guns", "formation": "line", "moving": "charge"}, "not artillery"),
        ({"battalion": "foot-guns"}, "no column for attack column, only for line, march column"),
    ],
)
def test_moves_that_the_rules_forbid(values: dict[str, object], reason: str) -> None:
    with pytest.raises(ForbiddenError, match=reason):
        ask(SYSTEM, "movement", **values).odds()


def test_out_of_command_the_first_action_may_be_a_move() -> None:
    assert told("movement", in_command=False) == {"8 inches": Fraction(1)}


def test_each_face_that_rallies_runaways_is_worth_a_point() -> None:
    """Scattering Platoons: a die that needs 4+ has three faces that do."""
    factors = ask(SYSTEM, "break-and-run").odds().factors
    (rally,) = (one for one in factors if one.name.startswith("rally from rout "))
    low = int(rally.name.removeprefix("rally from rout ")[0])
    assert rally.points == len(range(low, 7))


@pytest.mark.parametrize(
    ("values", "stays"),
    [
        ({"battalion": "horse-guns", "formation": "line", "moving": "rout"}, True),
        ({"battalion": "horse-guns", "formation": "line"}, False),
        ({"battalion": "line", "moving": "rout"}, False),
    ],
)
def test_guns_alone_stay_where_they_break(values: dict[str, object], stays: bool) -> None:
    """Overrunning Artillery: guns that break are left where they are."""
    names = [factor.name for factor in ask(SYSTEM, "movement", **values).odds().factors]
    assert ("guns that break stay where they are" in names) is stays
    assert ("inches in the open" in names) is not stays


def test_a_second_reform_succeeds_on_all_six_faces() -> None:
    values = {"order": "shaken", "attempt": "second"}
    factors = {f.name: f.points for f in ask(SYSTEM, "reform", **values).odds().factors}
    assert factors["second Reform Action succeeds"] == 6
