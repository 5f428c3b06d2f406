"""Draws: every card and tile that can come, counted by hand, and decks as players write them."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import combinations, permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from calculator.errors import FaultsError, ForbiddenError
from calculator.forms import texts
from calculator.rules.gods_of_war import SYSTEM
from calculator.rules.gods_of_war.cards import DrawCardForm, PlayCardForm, WantedForm
from calculator.rules.gods_of_war.stacks import DrawTerrainForm
from calculator.rules.gods_of_war.terms import Card, Terrain
from calculator.rules.question import Question
from tests.rules.asking import ask, chances, check_promises, forms, law

decks = st.dictionaries(st.sampled_from(Card), st.integers(1, 3), min_size=1, max_size=3).map(
    lambda counts: tuple((card, counts[card]) for card in Card if card in counts)
)
stacks = st.dictionaries(st.sampled_from(Terrain), st.integers(1, 3), min_size=2, max_size=4).map(
    lambda counts: tuple((tile, counts[tile]) for tile in Terrain if tile in counts)
)


def test_the_deck_is_one_of_each_card_by_default() -> None:
    outcomes = law(ask("gods-of-war", "draw-card"))
    assert set(outcomes.values()) == {Fraction(1, 22)}
    assert {outcome.card for outcome in outcomes} == set(Card)


@given(decks)
def test_each_card_comes_as_often_as_it_is_in_the_deck(deck: tuple[tuple[Card, int], ...]) -> None:
    form = DrawCardForm(deck=deck)
    question = Question(SYSTEM, SYSTEM.action("draw-card"), form, SYSTEM.tables)
    one_by_one = [card for card, number in deck for _ in range(number)]
    assert {o.card: p for o, p in law(question).items()} == chances(one_by_one)


@given(decks, st.lists(st.sampled_from(Card), min_size=1, unique=True), st.integers(1, 5))
def test_wanted_cards_against_every_hand(
    deck: tuple[tuple[Card, int], ...], wanted: list[Card], draws: int
) -> None:
    cards = [card for card, number in deck for _ in range(number)]
    form = WantedForm(deck=deck, wanted=tuple(wanted), draws=min(draws, len(cards)))
    question = Question(SYSTEM, SYSTEM.action("wanted-cards"), form, SYSTEM.tables)
    hands = combinations(range(len(cards)), form.draws)
    by_hand = chances(sum(cards[place] in wanted for place in hand) for hand in hands)
    assert {o.wanted: p for o, p in law(question).items()} == by_hand


@given(stacks, st.booleans())
def test_tiles_against_every_order_of_the_stack(
    stack: tuple[tuple[Terrain, int], ...], engineers: bool
) -> None:
    form = DrawTerrainForm(tiles=stack, engineers=engineers)
    question = Question(SYSTEM, SYSTEM.action("draw-terrain"), form, SYSTEM.tables)
    tiles = [tile for tile, number in stack for _ in range(number)]
    drawn = permutations(tiles, 2 if engineers else 1)
    by_hand = chances(frozenset((t, o.count(t)) for t in o) for o in drawn)
    found = {
        frozenset((t, outcome.tiles.count(t)) for t in outcome.tiles): p
        for outcome, p in law(question).items()
    }
    assert found == by_hand


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("all", "all"),
        ("charge 2, rout", "charge 2, rout 1"),
        ("Charge! x2, you get nothing 4", "charge 2, you-get-nothing 4"),
        ("rout, charge 3", "charge 3, rout 1"),
        ("fog of war 1", "fog-of-war 1"),
        ("charge 99", "charge 99"),
    ],
)
def test_decks_as_players_write_them(typed: str, shown: str) -> None:
    assert texts(ask("gods-of-war", "draw-card", deck=typed).form)["deck"] == shown


def test_all_may_be_followed_by_what_differs() -> None:
    form = ask("gods-of-war", "draw-card", deck="all, you-get-nothing 5, charge 0").form
    assert isinstance(form, DrawCardForm)
    counts = dict(form.deck)
    assert (len(counts), counts[Card.NOTHING]) == (21, 5)
    assert Card.CHARGE not in counts


@pytest.mark.parametrize(
    ("deck", "problem"),
    [
        ("charg 2", "'charg' is not known (did you mean 'charge'?)"),
        ("charge 2, rowt 1", "'rowt' is not known (did you mean 'rout'?)"),
        ("chrge, rowt", "'chrge' is not known (did you mean 'charge'?); 'rowt'"),
        ("charge 100", "100 of charge are too many, 99 at most"),
        ("charge 0", "'charge 0' names nothing"),
        ("3", "'3' is no name with a number after it"),
        ("", "names nothing"),
        ("charge 2, charge 3", "'charge' is named twice"),
        ("all, rally 2, rout 1, rally 0", "'rally' is named twice"),
        ("charge 2, all", "'all' comes before what differs from it"),
        ("all, all", "'all' comes before"),
    ],
)
def test_a_misspelt_deck_is_told(deck: str, problem: str) -> None:
    with pytest.raises(FaultsError, match=re.escape(problem)):
        ask("gods-of-war", "draw-card", deck=deck)


@pytest.mark.parametrize(
    ("values", "reason"),
    [({"hand": 4}, "a hand holds 4 cards"), ({"drew_before": "yes"}, "no two bonus cards")],
)
def test_when_no_card_is_drawn(values: dict[str, object], reason: str) -> None:
    with pytest.raises(ForbiddenError, match=reason):
        ask("gods-of-war", "draw-card", **values).check()


def test_of_more_than_four_cards_one_is_put_away_first() -> None:
    """Bonus cards: "you may hold up to 4 cards", and discarding one never costs an action."""
    with pytest.raises(ForbiddenError) as refused:
        ask("gods-of-war", "play-card", card="charge", hand=5).check()
    told = "a hand holds 4 cards, not 5: discard down to that first, at no cost [Bonus cards: rule]"
    assert str(refused.value) == told
    put_away = ask("gods-of-war", "play-card", card="charge", hand=5, discarded="yes")
    assert put_away.result("1").narration.on_table == ("4 cards left in the hand.",)
    ask("gods-of-war", "play-card", card="charge", hand=4).check()


def test_no_more_draws_than_cards() -> None:
    with pytest.raises(FaultsError, match="draws: the deck holds 2 cards"):
        ask("gods-of-war", "wanted-cards", deck="charge 2", draws=3)
    with pytest.raises(FaultsError, match="tiles: engineers draw 2 tiles"):
        ask("gods-of-war", "draw-terrain", tiles="mud", engineers="yes")


@pytest.mark.parametrize(
    ("values", "headline", "wanted", "draws"),
    [
        ({"deck": "charge", "draws": 1}, "1 wanted card drawn.", "1 of 1", []),
        ({"deck": "rout 3"}, "No wanted cards drawn.", "0 of 3", ["3 draws take 5 actions"]),
        ({"deck": "charge 3"}, "3 wanted cards drawn.", "3 of 3", ["3 draws take 5 actions"]),
    ],
)
def test_wanted_cards_are_told(
    values: dict[str, object], headline: str, wanted: str, draws: list[str]
) -> None:
    words = ask("gods-of-war", "wanted-cards", **values).result("1").narration
    in_deck, *more = words.how
    assert (words.headline, in_deck) == (headline, f"Wanted cards in the deck: {wanted}.")
    assert [line.partition(",")[0] for line in more] == draws


def test_every_card_has_an_effect_and_its_printed_name() -> None:
    assert all(card.meaning for card in Card)
    names = {card.title for card in Card}
    assert {"Charge!", "Rally!", "Rout!", "Fog of War", "You Get Nothing"} <= names


@given(forms(DrawCardForm, deck=decks, hand=st.integers(0, 3), drew_before=st.just(False)))
def test_draws_keep_their_promises(form: DrawCardForm) -> None:
    check_promises(Question(SYSTEM, SYSTEM.action("draw-card"), form, SYSTEM.tables))


@given(forms(DrawTerrainForm, tiles=stacks))
def test_tiles_keep_their_promises(form: DrawTerrainForm) -> None:
    check_promises(Question(SYSTEM, SYSTEM.action("draw-terrain"), form, SYSTEM.tables))


@given(forms(WantedForm, deck=decks, wanted=st.just((Card.RALLY,)), draws=st.integers(1, 3)))
def test_wanted_cards_keep_their_promises(form: WantedForm) -> None:
    check_promises(Question(SYSTEM, SYSTEM.action("wanted-cards"), form, SYSTEM.tables))


@pytest.mark.parametrize(
    ("card", "on_unit", "until"),
    [
        ("heroic-defence", True, "enemy's turn is over"),
        ("entrench", True, "enemy's turn is over"),
        ("skirmisher-screen", False, "enemy's turn is over"),
        ("charge", False, "ends with your turn"),
        ("rout", False, "ends with your turn"),
    ],
)
def test_a_card_played_answers_for_itself_in_the_next_attack(
    card: str, on_unit: bool, until: str
) -> None:
    question = ask("gods-of-war", "play-card", card=card, hand=3)
    result = question.result("1")
    left = question.law.after(result.outcome)
    assert left.actor == ({card: "yes"} if on_unit else {})
    assert left.side == {"hand": "2"} | ({} if on_unit else {card: "yes"})
    assert until in result.narration.on_table[1]
    assert result.narration.on_table[-1] == "2 cards left in the hand."
    role = "target" if card in {"heroic-defence", "entrench", "skirmisher-screen"} else "actor"
    (field,) = SYSTEM.filled(role)[card]
    action = "ranged-fire" if card == "skirmisher-screen" else "close-combat"
    assert field in texts(ask("gods-of-war", action).form)


def test_fog_of_war_lasts_the_enemy_s_turn() -> None:
    told = ask("gods-of-war", "play-card", card="fog-of-war").result("1").narration.on_table
    assert told[:2] == ("The enemy has 1 action less in its next turn.", "It ends with that turn.")


def test_a_card_discarded_has_no_effect() -> None:
    question = ask("gods-of-war", "play-card", card="charge", hand=1, discarded="yes")
    result = question.result("1")
    left = question.law.after(result.outcome)
    assert (left.actor, left.side) == ({}, {"hand": "0"})
    assert result.narration.on_table == ("No cards left in the hand.",)


@pytest.mark.parametrize(
    ("values", "reason"),
    [({"card": "you-get-nothing"}, "is no card"), ({"hand": 0}, "no card in the hand")],
)
def test_what_cannot_be_played(values: dict[str, object], reason: str) -> None:
    with pytest.raises(ForbiddenError, match=reason):
        ask("gods-of-war", "play-card", **values).check()


@given(
    forms(
        PlayCardForm,
        card=st.sampled_from([c for c in Card if c is not Card.NOTHING]),
        hand=st.integers(1, 4),
    )
)
def test_cards_played_keep_their_promises(form: PlayCardForm) -> None:
    check_promises(Question(SYSTEM, SYSTEM.action("play-card"), form, SYSTEM.tables))
