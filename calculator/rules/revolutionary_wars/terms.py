"""The words of the rules, and the battalion cards by name.

`cards.toml` states each card once, by what sets it apart from the card it is like. Read in, every
number of every card is an entry `card.NAME.NUMBER[.COLUMN]` with its reason, so that a scenario can
override any one of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from itertools import product
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar

import attrs
import tomli

from calculator.kinds import Choice, Word
from calculator.rules.tables import TableEntry, Tables
from calculator.standing import Standing


class Formation(Word):
    """The six basic formations, and the columns of a battalion card."""

    LINE = "line"
    DOUBLE_LINE = "double-line"
    SKIRMISH_LINE = "skirmish-line"
    MARCH_COLUMN = "march-column"
    ATTACK_COLUMN = "attack-column"
    SQUARE = "square"


class Order(Word):
    """The three degrees of order, best first."""

    SOLID = "solid"
    SHAKEN = "shaken"
    SHATTERED = "shattered"

    @property
    def label(self) -> str:
        return str(self.value).title()

    @property
    def disordered(self) -> Order:
        """The order of a battalion of this order once it is disordered."""
        return Order.SHAKEN if self is Order.SOLID else Order.SHATTERED

    @property
    def reformed(self) -> Order:
        """The order of a battalion of this order once it has reformed."""
        return Order.SHAKEN if self is Order.SHATTERED else Order.SOLID


class Resolve(Word):
    """When a battalion that is charged chooses to break and run rather than to roll."""

    TESTS = "tests"
    RUNS = "runs"
    RUNS_AFTER_MELEE = "runs-after-melee"

    @classmethod
    def _missing_(cls, value: object) -> Resolve | None:
        return cls.RUNS if value == "runs-at-once" else None


class Contact(Word):
    """Where a charge strikes a battalion, or that it only clips it."""

    FRONT = "front"
    FLANK = "flank"
    REAR = "rear"
    CLIPPED = "clipped"


class Caught(Word):
    """Whether a pursuer reaches the battalion that runs from it."""

    WORKED_OUT = "worked-out"
    YES = "yes"
    NO = "no"


class Obstacle(Word):
    """What the enemy defends."""

    NONE = "none"
    OBSTACLE = "obstacle"
    TALL_WALL = "tall-wall"
    BUILDING = "building"


class Arm(Word):
    """The three types of battalion."""

    INFANTRY = "infantry"
    CAVALRY = "cavalry"
    ARTILLERY = "artillery"


class Troops(Word):
    """The types of platoon that have cards; each has a base size."""

    LINE = "line"
    LIGHT = "light"
    SKIRMISH = "skirmish"
    MOB = "mob"
    LINE_CAVALRY = "line-cavalry"
    LIGHT_CAVALRY = "light-cavalry"
    SKIRMISH_CAVALRY = "skirmish-cavalry"
    FIELD_ARTILLERY = "field-artillery"


NATIONS: Final = ("french", "british", "austrian", "prussian", "russian")

_OF_EACH: Final = (
    *("line", "light", "skirmish"),
    *("line-cavalry", "light-cavalry", "foot-guns", "horse-guns"),
)


class CardName(Word):
    """The battalion cards: those of any nation, then those of each."""

    _ignore_ = "cards, nation, kind"
    LINE = "line"
    LIGHT = "light"
    SKIRMISH = "skirmish"
    MOB = "mob"
    LINE_CAVALRY = "line-cavalry"
    LIGHT_CAVALRY = "light-cavalry"
    COSSACKS = "cossacks"
    FOOT_GUNS = "foot-guns"
    HORSE_GUNS = "horse-guns"
    cards = vars()
    for nation, kind in product(NATIONS, _OF_EACH):
        cards[f"{nation}-{kind}".replace("-", "_").upper()] = f"{nation}-{kind}"

    @property
    def label(self) -> str:
        words = self.value.replace("-", " ")
        return words.capitalize() if words.startswith(NATIONS) else words

    @property
    def is_artillery(self) -> bool:
        """Whether it is a battery's, with cannon and howitzers."""
        return self.value.endswith("guns")

    @property
    def is_cavalry(self) -> bool:
        """Whether it is a squadron's."""
        return self.value.endswith(("cavalry", "cossacks"))

    @property
    def battalion(self) -> str:
        """What one of them is called in a sentence: French line, cossack squadron."""
        end = next(filter(self.label.endswith, _NOUNS), "")
        return self.label.removesuffix(end) + _NOUNS.get(end, "")


_NOUNS = {
    "light": "light infantry",
    "skirmish": "skirmish battalion",
    "cossacks": "cossack squadron",
    "guns": "battery",
}

W = TypeVar("W", bound=Word)

MOST_PLATOONS: Final = 12
"""Platoons a battalion may have: twice an ordinary one."""

_WORDS: Final[Mapping[str, type[Word]]] = {"arm": Arm, "platoon": Troops}
"""What a card says in words and not in numbers."""

CARDS: Final = Path(__file__).with_name("cards.toml")


def read_tables(path: Path | str) -> Tables:
    """The values of a tables file, with those of all battalion cards."""
    entries = list(Tables.load(path))
    tree = tomli.loads(CARDS.read_text(encoding="utf-8"))
    cards = tree["card"]
    for name in cards:
        for number, (value, why) in _stated(cards, name).items():
            of = tree["number"][number.partition(".")[0]]
            reason = f"designer's judgement: {of['why']}; {why}"
            words = tuple(word.value for word in _WORDS.get(number, ()))
            rests_on = of["source"], of.get("least"), of.get("most"), words, Standing.JUDGEMENT
            entries.append(TableEntry(f"card.{name}.{number}", value, reason, *rests_on))
    return Tables({entry.key: entry for entry in entries})


def _stated(cards: Mapping[str, Any], name: str) -> dict[str, tuple[Any, str]]:
    """Each number of a card, with the reason of the card that states it."""
    card = dict(cards[name])
    why = card.pop("why")
    like = card.pop("like", None)
    inherited = _stated(cards, like) if like else {}
    return inherited | {path: (value, why) for path, value in leaf_values(card, "")}


def leaf_values(tree: Mapping[str, Any], path: str) -> Iterator[tuple[str, Any]]:
    """Each value below `path`, by its dotted path."""
    for key, value in tree.items():
        if isinstance(value, dict):
            yield from leaf_values(value, f"{path}{key}.")
        else:
            yield f"{path}{key}", value


@attrs.frozen
class Card:
    """One battalion card under the tables in force: scores needed on one six-sided die, lengths in
    inches; `KeyError` for a number that it lacks."""

    name: CardName
    tables: Tables

    @cached_property
    def arm(self) -> Arm:
        """Infantry, cavalry or artillery."""
        return self._word("arm", Arm)

    @cached_property
    def troops(self) -> Troops:
        """The type of its platoons."""
        return self._word("platoon", Troops)

    @cached_property
    def minimum(self) -> int:
        """The platoons at which it is wiped out once it is reduced to them."""
        return max(0, self.tables.points(f"wiped-out.{self.arm.value}"))

    @cached_property
    def base(self) -> tuple[int, int]:
        """Frontage and depth of a platoon's base in millimetres."""
        kind = self.troops.value
        return self.tables.points(f"base-front.{kind}"), self.tables.points(f"base-depth.{kind}")

    def _word(self, number: str, words: type[W]) -> W:
        """A word of the card; `FaultsError` where the tables of a record hold none of the list."""
        key = self.key(number)
        return Choice(words).parse_at(key, self.tables.text(key))

    @property
    def is_skirmish(self) -> bool:
        """Whether its platoons are skirmishers, on foot or mounted."""
        return self.troops in {Troops.SKIRMISH, Troops.SKIRMISH_CAVALRY}

    def number(self, number: str) -> int:
        """A number that holds in any formation, e.g. "melee-save"."""
        return self.tables.points(self.key(number))

    def column(self, number: str, formation: Formation) -> int:
        """A number that depends on formation, e.g. "stand-front"."""
        return self.number(f"{number}.{formation.value}")

    def has(self, number: str) -> bool:
        """Whether the card has a number: guns have no charge move."""
        return self.key(number) in self.tables

    def key(self, number: str) -> str:
        """The key of a number in the tables."""
        return f"card.{self.name.value}.{number}"

    def can_form(self, formation: Formation) -> bool:
        """Whether the card has a column for a formation."""
        return self.has(f"stand-front.{formation.value}")

    def weapon(self, weapon: str) -> WeaponLine:
        """A weapon line: "small-arms", "cannon" or "howitzer"; of no range if the card lacks it."""
        key = self.key(f"weapon.{weapon}")
        if f"{key}.ranges" not in self.tables:
            return WeaponLine(key, (), (), 0)
        ranges, accuracy = (self.tables.numbers(f"{key}.{one}") for one in ("ranges", "accuracy"))
        return WeaponLine(key, ranges, accuracy, self.tables.points(f"{key}.firepower"))


class WeaponLine(NamedTuple):
    """A weapon of a card: what the keys of its values begin with, bands of range in inches, the
    score to hit in each, and firepower."""

    key: str
    ranges: tuple[int, ...]
    accuracy: tuple[int, ...]
    firepower: int

    @property
    def reach(self) -> int:
        """Its maximum range in inches."""
        return self.ranges[-1]

    def to_hit(self, inches: Any) -> int:
        """The score that hits at a range within reach; a band includes its far end."""
        bands = zip(self.ranges, self.accuracy, strict=True)
        return next(needed for limit, needed in bands if inches <= limit)
