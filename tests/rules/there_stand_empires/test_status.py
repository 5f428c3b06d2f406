"""The arithmetic of section V: markers, lost bases, retreats, removal."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calculator.rules.there_stand_empires import status
from calculator.rules.there_stand_empires.status import (
    FAR,
    NEAR,
    UNHARMED,
    Blow,
    Fate,
    Removal,
    Unit,
)
from calculator.rules.there_stand_empires.terms import State

OK, DISORDERED, DEMORALIZED = State
struck = partial(status.struck, retreats=(3, 6))

units = st.builds(
    Unit,
    st.sampled_from(State),
    st.integers(1, 20),
    st.integers(1, 20),
    st.booleans(),
    st.booleans(),
)
blows = st.builds(
    Blow, st.sampled_from(State), st.integers(0, 3), st.sampled_from([0, NEAR, FAR]), st.booleans()
)


@pytest.mark.parametrize(
    ("before", "marker", "after"),
    [
        (OK, OK, OK),
        (OK, DISORDERED, DISORDERED),
        (OK, DEMORALIZED, DEMORALIZED),
        (DISORDERED, OK, DISORDERED),
        (DISORDERED, DISORDERED, DEMORALIZED),
        (DISORDERED, DEMORALIZED, DEMORALIZED),
        (DEMORALIZED, OK, DEMORALIZED),
        (DEMORALIZED, DISORDERED, DEMORALIZED),
        (DEMORALIZED, DEMORALIZED, DEMORALIZED),
    ],
)
def test_two_disorders_demoralize_and_the_demoralized_stay_so(
    before: State, marker: State, after: State
) -> None:
    assert struck(Unit(before, 4, 4), Blow(marker)).state is after


@pytest.mark.parametrize(
    ("now", "began", "lost", "removal"),
    [
        (2, 2, 1, Removal.DESTROYED),
        (1, 1, 1, Removal.DESTROYED),
        (4, 4, 1, Removal.STAYS),
        (3, 4, 1, Removal.DESTROYED),
        (4, 4, 2, Removal.DESTROYED),
        (5, 5, 2, Removal.STAYS),
        (4, 5, 1, Removal.STAYS),
        (3, 5, 1, Removal.DESTROYED),
    ],
)
def test_half_the_starting_bases_lost_destroys(
    now: int, began: int, lost: int, removal: Removal
) -> None:
    assert struck(Unit(OK, now, began), Blow(DEMORALIZED, lost, FAR)).removal is removal


def test_who_must_go_back_and_cannot_surrenders() -> None:
    cornered = Unit(OK, 4, 4, retreat_blocked=True)
    assert struck(cornered, Blow(DISORDERED, back=NEAR)).removal is Removal.SURRENDERED
    assert struck(cornered, Blow(DISORDERED)) == Fate(DISORDERED, True)


def test_transport_is_captured_by_defeat_alone() -> None:
    train = Unit(OK, 4, 4, captured_by_defeat=True)
    assert struck(train, Blow(DISORDERED, back=NEAR)).removal is Removal.CAPTURED
    assert struck(train, Blow(breaks=True)).removal is Removal.CAPTURED
    assert struck(train, Blow(DISORDERED)).removal is Removal.STAYS


def test_disorder_does_not_break_the_demoralized() -> None:
    demoralized = Unit(DEMORALIZED, 4, 4)
    assert struck(demoralized, Blow(DISORDERED)) == Fate(DEMORALIZED)
    assert struck(demoralized, Blow(DEMORALIZED, back=FAR)) == Fate(DEMORALIZED, back=6)
    assert struck(demoralized, Blow(DEMORALIZED, 1, FAR)) == Fate(DEMORALIZED, False, 1, 6)


@given(units)
def test_no_blow_no_harm(unit: Unit) -> None:
    assert struck(unit, UNHARMED) == Fate(unit.state)
    assert not struck(unit, UNHARMED).harmed


@given(units, blows, blows)
def test_a_heavier_blow_never_leaves_a_unit_better_off(unit: Unit, one: Blow, other: Blow) -> None:
    states = list(State)
    both = Blow(
        max(one.marker, other.marker, key=states.index),
        max(one.bases, other.bases),
        max(one.back, other.back),
        one.breaks or other.breaks,
    )
    assert struck(unit, both).gravity >= struck(unit, one).gravity


@pytest.mark.parametrize(
    ("fate", "summary"),
    [
        (Fate(OK), "no effect"),
        (Fate(DISORDERED, True), "disordered"),
        (Fate(DISORDERED, True, back=3), "falls back 3 inches, disordered"),
        (Fate(DEMORALIZED, True, 2, 6), "falls back 6 inches, demoralized, 2 bases lost"),
        (Fate(DEMORALIZED, back=6), "falls back 6 inches"),
        (Fate(OK, removal=Removal.BROKEN), "broken"),
    ],
)
def test_fates_in_words(fate: Fate, summary: str) -> None:
    assert fate.summary("falls back") == summary
