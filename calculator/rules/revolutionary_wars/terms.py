"""The words of the rules: formations, degrees of order, arms, platoons and the cards by name."""

from __future__ import annotations

from calculator.kinds import Word


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
        """As the rules write it: Solid."""
        return str(self.value).title()

    @property
    def disordered(self) -> Order:
        """The order of a battalion of this order once it is disordered."""
        return Order.SHAKEN if self is Order.SOLID else Order.SHATTERED

    @property
    def reformed(self) -> Order:
        """The order of a battalion of this order once it has reformed."""
        return Order.SHAKEN if self is Order.SHATTERED else Order.SOLID


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


class CardName(Word):
    """The battalion cards: those of any nation, then the nations."""

    LINE = "line"
    LIGHT = "light"
    SKIRMISH = "skirmish"
    MOB = "mob"
    LINE_CAVALRY = "line-cavalry"
    LIGHT_CAVALRY = "light-cavalry"
    COSSACKS = "cossacks"
    FOOT_GUNS = "foot-guns"
    HORSE_GUNS = "horse-guns"
    FRENCH_LINE = "french-line"
    FRENCH_LIGHT = "french-light"
    FRENCH_SKIRMISH = "french-skirmish"
    FRENCH_LINE_CAVALRY = "french-line-cavalry"
    FRENCH_LIGHT_CAVALRY = "french-light-cavalry"
    FRENCH_FOOT_GUNS = "french-foot-guns"
    FRENCH_HORSE_GUNS = "french-horse-guns"
    BRITISH_LINE = "british-line"
    BRITISH_LIGHT = "british-light"
    BRITISH_SKIRMISH = "british-skirmish"
    BRITISH_LINE_CAVALRY = "british-line-cavalry"
    BRITISH_LIGHT_CAVALRY = "british-light-cavalry"
    BRITISH_FOOT_GUNS = "british-foot-guns"
    BRITISH_HORSE_GUNS = "british-horse-guns"
    AUSTRIAN_LINE = "austrian-line"
    AUSTRIAN_LIGHT = "austrian-light"
    AUSTRIAN_SKIRMISH = "austrian-skirmish"
    AUSTRIAN_LINE_CAVALRY = "austrian-line-cavalry"
    AUSTRIAN_LIGHT_CAVALRY = "austrian-light-cavalry"
    AUSTRIAN_FOOT_GUNS = "austrian-foot-guns"
    AUSTRIAN_HORSE_GUNS = "austrian-horse-guns"
    PRUSSIAN_LINE = "prussian-line"
    PRUSSIAN_LIGHT = "prussian-light"
    PRUSSIAN_SKIRMISH = "prussian-skirmish"
    PRUSSIAN_LINE_CAVALRY = "prussian-line-cavalry"
    PRUSSIAN_LIGHT_CAVALRY = "prussian-light-cavalry"
    PRUSSIAN_FOOT_GUNS = "prussian-foot-guns"
    PRUSSIAN_HORSE_GUNS = "prussian-horse-guns"
    RUSSIAN_LINE = "russian-line"
    RUSSIAN_LIGHT = "russian-light"
    RUSSIAN_SKIRMISH = "russian-skirmish"
    RUSSIAN_LINE_CAVALRY = "russian-line-cavalry"
    RUSSIAN_LIGHT_CAVALRY = "russian-light-cavalry"
    RUSSIAN_FOOT_GUNS = "russian-foot-guns"
    RUSSIAN_HORSE_GUNS = "russian-horse-guns"

    @property
    def label(self) -> str:
        """As in a sentence: French line, cossacks."""
        words = self.value.replace("-", " ")
        national = self.value.partition("-")[0] in NATIONS
        return words[:1].upper() + words[1:] if national else words

    @property
    def is_artillery(self) -> bool:
        """Whether it is a battery's, with cannon and howitzers."""
        return self.value.endswith("guns")

    @property
    def is_cavalry(self) -> bool:
        """Whether it is a squadron's."""
        return self in CAVALRY

    @property
    def battalion(self) -> str:
        """What one of them is called in a sentence: French line, cossack squadron."""
        label = self.label
        for end, noun in _NOUNS.items():
            if label.endswith(end):
                return label.removesuffix(end) + noun
        return label


_NOUNS = {
    "light": "light infantry",
    "skirmish": "skirmish battalion",
    "cossacks": "cossack squadron",
    "guns": "battery",
}

CAVALRY = frozenset(card for card in CardName if card.value.endswith(("cavalry", "cossacks")))
"""The cards of cavalry squadrons."""

NATIONS = frozenset({"french", "british", "austrian", "prussian", "russian"})
