"""Line of sight: the figures of section VIII, the levels, woods, friends, and both directions."""

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from calculator.errors import FaultsError
from calculator.rules.question import Question
from calculator.rules.there_stand_empires import SYSTEM
from calculator.rules.there_stand_empires.line_of_sight import (
    OBSTRUCTIONS,
    Feature,
    Level,
    Obstruction,
    Sight,
    SightForm,
)
from tests.rules.asking import ask, check_promises, law

lengths = st.fractions(0, 20, max_denominator=4)
obstructions = st.builds(
    lambda feature, near, long, level: Obstruction(
        feature, near, near + long, max(level, 1) if feature is Feature.HILL else level
    ),
    st.sampled_from(Feature),
    lengths,
    st.fractions(0, 6, max_denominator=4),
    st.integers(0, 3),
)
sights = st.builds(
    SightForm,
    spotter_level=st.sampled_from(Level),
    target_level=st.sampled_from(Level),
    apart=st.fractions(20, 40, max_denominator=4),
    obstructions=st.lists(obstructions, max_size=4).map(tuple),
)


def question(form: SightForm) -> Question:
    return Question(SYSTEM, SYSTEM.action("line-of-sight"), form, SYSTEM.tables)


def seen(form: SightForm) -> bool:
    (outcome,) = law(question(form))
    return bool(outcome.visible)


def visible(on_the_line: str, apart: object = 12, **levels: str) -> bool:
    (outcome,) = law(
        ask(
            "there-stand-empires",
            "line-of-sight",
            obstructions=on_the_line,
            apart=apart,
            **levels,
        )
    )
    return bool(outcome.visible)


@pytest.mark.parametrize(
    ("level", "sees"),
    [
        ("ground", {"A": False, "B": False, "C": False}),
        ("hill-1", {"A": False, "B": False, "C": True}),
        ("hill-2", {"A": False, "B": True, "C": True}),
        ("hill-3", {"A": False, "B": True, "C": True}),
    ],
)
def test_the_figures_of_the_diagram(level: str, sees: dict[str, bool]) -> None:
    """Section VIII: woods with their far side 8 inches off; A, B and C farther and farther behind.

    The shadow is 8 inches long from the first level, 4 from the second, 2 from the third.
    """
    apart = {"A": 9.5, "B": 14, "C": 17}
    assert {
        figure: visible("woods at 6 to 8", apart[figure], spotter_level=level) for figure in apart
    } == sees


@pytest.mark.parametrize(("level", "shadow"), [("hill-1", 8), ("hill-2", 4), ("hill-3", 2)])
def test_the_length_of_the_shadow(level: str, shadow: int) -> None:
    """An equal distance "or less" is hidden."""
    assert not visible("woods at 6 to 8", 8 + shadow, spotter_level=level)
    assert visible("woods at 6 to 8", Fraction(4 * (8 + shadow) + 1, 4), spotter_level=level)


def test_one_level_up_sees_over_what_is_closer_to_it_than_to_the_target() -> None:
    assert visible("houses at 5", 11, spotter_level="hill-1")
    assert not visible("houses at 6", 11, spotter_level="hill-1")


@pytest.mark.parametrize("feature", ["woods at 4 to 6", "houses at 5", "town 4 to 6"])
@pytest.mark.parametrize("level", [0, 1, 2, 3])
def test_tall_obstructions_block_across_their_own_level(feature: str, level: int) -> None:
    both = {"spotter_level": list(Level)[level].value, "target_level": list(Level)[level].value}
    assert not visible(f"{feature} level {level}", **both)
    if level:
        assert visible(f"{feature} level {level - 1}", **both)


@pytest.mark.parametrize("feature", ["hedge at 4", "wall at 4 to 5", "wheatfield at 2 to 9"])
def test_low_obstructions_never_block(feature: str) -> None:
    assert visible(feature)
    assert visible(f"{feature} level 3", spotter_level="hill-1")


def test_a_hill_blocks_who_does_not_stand_above_it() -> None:
    assert not visible("hill-1 at 4 to 6")
    assert not visible("hill-1 at 4 to 6", 17, spotter_level="hill-1")
    assert not visible("hill-1 at 4 to 6", 12, spotter_level="hill-2")
    assert visible("hill-1 at 4 to 6", 13, spotter_level="hill-2")
    assert visible("hill-1 at 4 to 6", spotter_level="hill-2", target_level="hill-1")
    assert not visible("hill-2 at 4 to 6", spotter_level="hill-1", target_level="hill-1")


def may_fire(on_the_line: str, **levels: str) -> tuple[bool, bool]:
    """Whether the spotter may fire at the target, and the target at the spotter."""
    (outcome,) = law(
        ask("there-stand-empires", "line-of-sight", obstructions=on_the_line, apart=12, **levels)
    )
    found: Any = outcome
    assert found.visible
    return found.spotter_may_fire, found.target_may_fire


def test_troops_stop_the_fire_of_their_own_side_and_nobody_s_sight() -> None:
    """VI forbids fire through friends; VIII lets terrain alone block sight."""
    assert may_fire("friends at 2 to 3") == (False, True)
    assert may_fire("enemies at 9") == (True, False)
    assert may_fire("friends at 2, enemies at 9") == (False, False)
    assert not visible("friends at 2, woods at 4 to 6")


def test_friends_are_fired_over_as_over_tall_obstructions() -> None:
    """Treated as a tall obstruction (VIII): from a hill over friends close by, not over others."""
    assert may_fire("friends at 2 to 3", spotter_level="hill-1") == (True, True)
    assert may_fire("friends at 7", spotter_level="hill-1") == (False, True)
    assert may_fire("enemies at 7", spotter_level="hill-1") == (True, False)
    assert may_fire("enemies at 5", spotter_level="hill-1") == (True, True)


def steps(on_the_line: str, **fields: object) -> tuple[str, ...]:
    sight = ask("there-stand-empires", "line-of-sight", obstructions=on_the_line, **fields)
    return sight.result("1").narration.on_table


def test_each_direction_is_said_for_itself() -> None:
    assert steps("friends at 2", apart=4) == (
        (
            "The range along this line is 4 inches: within reach of heavy foot artillery, light "
            "foot artillery and horse artillery."
        ),
        (
            "The spotter may not fire at the target, for troops of its own side stand in the "
            "line; it may assault it."
        ),
        "The target may fire at the spotter, and may assault it.",
        "Within reach of an assault, if the ground costs no more: infantry and cavalry.",
    )
    over = steps("friends at 2", apart=12, spotter_level="hill-1")
    assert over[1] == (
        "The spotter may fire at the target, over the heads of the friends, and may assault it."
    )
    assert over[0].endswith(": within reach of heavy foot artillery.")
    assert steps("none", apart=13) == (
        "The range along this line is 13 inches: beyond all fire.",
        "Neither may fire at the other, nor assault it, from so far.",
    )


def test_what_is_hidden_is_neither_fired_at_nor_assaulted() -> None:
    assert steps("woods at 4 to 6", apart=12) == (
        "Neither may fire at the other, nor assault it, along this line.",
    )


@pytest.mark.parametrize(
    ("on_the_line", "sees"),
    [
        ("woods at 9 to 20", True),
        ("woods at 8 3/4 to 20", False),
        ("woods at 12 to 20", True),
        ("woods at 0 to 3", True),
        ("woods at 0 to 3 1/4", False),
        ("woods at 0 to 2, woods at 11 to 14", True),
        ("woods at 0 to 2, woods at 10 1/2 to 14", False),
        ("village at 9 to 12", True),
        ("woods at 5 to 6", False),
        ("houses at 11 to 12", False),
    ],
)
def test_sight_goes_three_inches_into_woods(on_the_line: str, sees: bool) -> None:
    """Section VI; woods between the two block, however thin (VIII)."""
    assert visible(on_the_line) is sees


@pytest.mark.parametrize(
    ("spotter", "target", "on_the_line", "sees"),
    [
        ("hill-1", "ground", "woods at 0 to 3 level 1", True),
        ("hill-1", "ground", "woods at 0 to 3 1/4 level 1", False),
        ("hill-2", "hill-1", "woods at 9 to 20 level 1", True),
        ("hill-2", "hill-1", "woods at 8 3/4 to 20 level 1", False),
        ("hill-2", "ground", "woods at 0 to 2 level 2, woods at 11 to 14", True),
        ("hill-2", "ground", "woods at 0 to 2 level 2, woods at 10 1/2 to 14", False),
    ],
)
def test_woods_on_a_hill_hold_who_stands_on_it(
    spotter: str, target: str, on_the_line: str, sees: bool
) -> None:
    """Section VI on the levels of section VIII; three inches in all, on whatever levels."""
    assert visible(on_the_line, spotter_level=spotter, target_level=target) is sees


@pytest.mark.parametrize("near", ["0", "1/4", "5"])
@pytest.mark.parametrize(("apart", "sees"), [(9, False), (10, True)])
def test_woods_at_the_foot_of_a_hill_do_not_hold_who_stands_on_it(
    near: str, apart: int, sees: bool
) -> None:
    """From hill 2 the shadow of woods with their far side 6 inches off is 3 inches long (VIII)."""
    woods = f"woods at {near} to 6 level 0"
    assert visible(woods, apart, spotter_level="hill-2") is sees


@pytest.mark.parametrize("far", ["8", "9", "14"])
def test_woods_at_the_foot_of_either_hill_are_looked_over(far: str) -> None:
    on_hills = {"spotter_level": "hill-1", "target_level": "hill-1"}
    assert visible(f"woods at 4 to {far} level 0", 9, **on_hills)
    assert visible(f"woods at 0 to {far} level 0", 9, **on_hills)


@pytest.mark.parametrize("target", ["hill-1", "hill-2"])
def test_woods_above_a_unit_do_not_hold_it(target: str) -> None:
    """Woods on the rise before it hide it, however thin; it does not stand in them."""
    woods = f"woods at 0 to 2 level {target[-1]}"
    assert not visible(woods, spotter_level="ground", target_level=target)
    assert visible(woods, spotter_level=target, target_level=target)


def test_nobody_is_hidden_by_the_hill_he_stands_on() -> None:
    assert visible("hill-1 at 0 to 2", 9, spotter_level="hill-1")
    assert visible("hill-1 at 8 to 12", 9, target_level="hill-1")
    assert not visible("hill-1 at 8 to 8 1/2", 9, target_level="hill-1")
    assert not visible("hill-2 at 0 to 2", 9, spotter_level="hill-1")
    (why,) = (
        ask(
            "there-stand-empires",
            "line-of-sight",
            spotter_level="hill-1",
            obstructions="hill-1 at 0 to 2",
        )
        .result("1")
        .narration.how
    )
    assert why == "Hill at 0 to 2 level 1: the hill that one of the units stands on."


@pytest.mark.parametrize("feature", ["woods", "houses", "hill-2"])
def test_what_the_line_only_touches_is_not_between(feature: str) -> None:
    """Section VIII asks what the line crosses; friends are on it within half an inch (VI)."""
    assert visible(f"{feature} at 12 to 14")
    assert visible(f"{feature} at 12 to 14 level 1")
    assert visible(f"{feature} at 0")
    assert may_fire("friends at 12 to 14") == (False, True)
    assert may_fire("friends at 0") == (False, True)


def test_houses_that_reach_beyond_the_lower_unit_hide_it() -> None:
    result = ask(
        "there-stand-empires",
        "line-of-sight",
        apart=9,
        spotter_level="hill-1",
        obstructions="houses at 8 to 12",
    ).result("1")
    (why,) = result.narration.how
    assert why == (
        "Houses at 8 to 12 level 0: its far side is 9 inches from the spotter, who stands 1 level "
        "above, and its shadow is 9 inches long; the target, 0 inches behind it, is in its shadow."
    )


@pytest.mark.parametrize(("apart", "sees"), [(3, True), (4, False)])
def test_within_one_woods_troops_see_three_inches(apart: int, sees: bool) -> None:
    assert visible("woods at 0 to 10", apart) is sees


def test_the_words_say_why_with_inches() -> None:
    hidden = ask("there-stand-empires", "line-of-sight", target_level="hill-2", apart=13)
    assert hidden.result("1").narration.headline == (
        "Hidden by the woods at 4 to 6 level 0: neither unit sees the other."
    )
    (why,) = hidden.result("1").narration.how
    assert why == (
        "Woods at 4 to 6 level 0: its far side is 9 inches from the target, who stands 2 levels "
        "above, and its shadow is 4 1/2 inches long; the spotter, 4 inches behind it, is in its "
        "shadow."
    )
    clear = ask("there-stand-empires", "line-of-sight", target_level="hill-2", apart=11)
    result = clear.result("1").narration
    assert result.headline == "Visible: the two units see one another at 11 inches."
    assert result.how[0].endswith("4 inches behind it, is beyond its shadow.")


def mirrored(form: SightForm) -> SightForm:
    """The same line from its other end."""
    return SightForm(
        spotter_level=form.target_level,
        target_level=form.spotter_level,
        apart=form.apart,
        obstructions=tuple(
            each._replace(
                feature=OTHER_SIDE.get(each.feature, each.feature),
                near=max(form.apart - each.far, Fraction(0)),
                far=form.apart - each.near,
            )
            for each in form.obstructions
        ),
    )


OTHER_SIDE = {Feature.FRIENDS: Feature.ENEMIES, Feature.ENEMIES: Feature.FRIENDS}


@given(sights)
def test_who_sees_is_seen(form: SightForm) -> None:
    """And who may fire from one end is fired at, looked at from the other."""
    outcomes: list[Any] = [
        outcome for end in (form, mirrored(form)) for outcome in law(question(end))
    ]
    here, there = outcomes
    assert here.visible == there.visible
    assert (here.spotter_may_fire, here.target_may_fire) == (
        there.target_may_fire,
        there.spotter_may_fire,
    )


@given(sights)
def test_every_obstruction_counts_by_itself_but_for_woods_that_hold_an_end(form: SightForm) -> None:
    between = form.but(
        obstructions=tuple(each for each in form.obstructions if each.near > 0 and each.far < 20),
    )
    alone = [form.but(obstructions=(each,)) for each in between.obstructions]
    assert seen(between) == all(map(seen, alone))


@given(sights, st.booleans())
def test_its_own_hill_changes_nothing_for_a_unit(form: SightForm, spotters: bool) -> None:
    level = form.spotter_level if spotters else form.target_level
    assume(level is not Level.GROUND)
    near, far = (0, 2) if spotters else (form.apart - 2, form.apart + 2)
    hill = Obstruction(Feature.HILL, Fraction(near), Fraction(far), level.rank)
    assert seen(form) == seen(form.but(obstructions=(*form.obstructions, hill)))


@given(sights, st.sampled_from([Feature.WOODS, Feature.TOWN]), st.integers(0, 3), lengths)
def test_woods_hold_only_who_stands_on_their_level(
    form: SightForm, feature: Feature, level: int, far: Fraction
) -> None:
    """Woods from the feet of a unit on another level hide what they hide from a little farther."""
    assume(level != form.spotter_level.rank and far > Fraction(1, 4))
    at_its_feet, away = (
        form.but(obstructions=(Obstruction(feature, near, far, level),))
        for near in (Fraction(0), Fraction(1, 8))
    )
    if form.spotter_level.rank > form.target_level.rank:
        assert seen(at_its_feet) == seen(away)
    else:
        assert seen(at_its_feet) <= seen(away)


@given(sights, st.integers(0, 2))
def test_of_several_on_one_level_below_the_one_nearest_the_target_decides(
    form: SightForm, level: int
) -> None:
    """Section VIII: "if that one isn't a problem, none of the others will be"."""
    woods = tuple(
        Obstruction(Feature.WOODS, each.near, each.far)
        for each in form.obstructions
        if each.near > 0 and each.far < 20
    )
    above = form.but(
        spotter_level=list(Level)[level + 1],
        target_level=Level.GROUND,
        obstructions=woods,
    )
    nearest = sorted(woods, key=lambda each: each.far)[-1:]
    assert seen(above) == seen(above.but(obstructions=tuple(nearest)))


@given(sights)
def test_a_higher_spotter_never_sees_less_of_the_ground(form: SightForm) -> None:
    on_ground = form.but(
        target_level=Level.GROUND,
        obstructions=tuple(each for each in form.obstructions if each.near > 0),
    )
    sees = [seen(on_ground.but(spotter_level=level)) for level in Level]
    assert sees == sorted(sees)


@given(sights)
def test_promises(form: SightForm) -> None:
    check_promises(question(form))


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("", ()),
        ("None", ()),
        ("woods 4 to 6", (Obstruction(Feature.WOODS, Fraction(4), Fraction(6)),)),
        ("Woods at 4-6 on hill-2", (Obstruction(Feature.WOODS, Fraction(4), Fraction(6), 2),)),
        ("hill 2 at 4½", (Obstruction(Feature.HILL, Fraction(9, 2), Fraction(9, 2), 2),)),
        ("hill at 4", (Obstruction(Feature.HILL, Fraction(4), Fraction(4), 1),)),
        ("wood at 1/2 level 1", (Obstruction(Feature.WOODS, Fraction(1, 2), Fraction(1, 2), 1),)),
    ],
)
def test_obstructions_however_they_are_written(written: str, read: tuple[Obstruction, ...]) -> None:
    assert OBSTRUCTIONS.parse(written) == read


@given(st.lists(obstructions, max_size=4).map(tuple))
def test_obstructions_written_out_are_read_back(listed: tuple[Obstruction, ...]) -> None:
    assert OBSTRUCTIONS.parse(OBSTRUCTIONS.show(listed)) == listed


def test_every_bad_item_is_named() -> None:
    with pytest.raises(FaultsError) as caught:
        ask(
            "there-stand-empires",
            "line-of-sight",
            obstructions="wods at 3, woods, house at 5 to 3, woods at 2 level 4, hill 0 at 2, "
            "wall-2 at 3, woods at 1/0",
        )
    (fault,) = caught.value.faults
    assert fault.problem.split("; ") == [
        "'wods' in 'wods at 3' is not known (did you mean 'woods'?)",
        "'woods' is not of the form 'woods at 4 to 6 level 0'",
        "'house at 5 to 3' ends before it begins",
        "'woods at 2 level 4': the level is 0 to 3",
        "'hill 0 at 2': the level is 1 to 3",
        "'wall-2 at 3': only a hill has a number, as in 'hill-1'",
        "'1/0' in 'woods at 1/0' is not a length in inches",
    ]


def test_what_begins_beyond_the_target() -> None:
    with pytest.raises(FaultsError, match="obstructions: woods at 10 to 12 level 0 begins beyond"):
        visible("woods at 10 to 12", 8)


@pytest.mark.parametrize(
    ("sight", "label"),
    [
        (Sight(False, False, False), "hidden"),
        (Sight(True, False, False), "visible; neither may fire"),
        (Sight(True, True, True), "visible"),
        (Sight(True, True, False), "visible; the target may not fire"),
        (Sight(True, False, True), "visible; the spotter may not fire"),
    ],
)
def test_sight_and_fire_in_a_few_words(sight: Sight, label: str) -> None:
    assert sight.label == label
