"""Small helps for telling a result: what a die showed, how many men."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from calculator.chance.interface import Draw


def shown(draws: Sequence[Draw], ask: str) -> Any:
    """What the draw called `ask` showed, or None if it was never made."""
    return next((draw.value for draw in draws if draw.ask == ask), None)


def counted(number: int, one: str, many: str = "") -> str:
    """A number and its noun: 1 man, 2 men; no turns."""
    noun = one if number == 1 else many or one + "s"
    return f"{number or 'no'} {noun}"


def span(least: int, most: int) -> str:
    """The numbers from one to another: 1 to 4, or 1 where there is but one."""
    return str(most) if least == most else f"{least} to {most}"


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th; 11th, 21st."""
    ends = {1: "st", 2: "nd", 3: "rd"}
    return f"{number}{'th' if number % 100 in {11, 12, 13} else ends.get(number % 10, 'th')}"


def a_or_an(noun: str) -> str:
    """A noun with its article: a French line, an Austrian battery."""
    return f"{'an' if noun[0] in 'AEIOUaeiou' else 'a'} {noun}"


def capitalized(text: str) -> str:
    """A text as it begins a sentence, with the names in it as they are."""
    return f"{text[:1].upper()}{text[1:]}"


def series(parts: Sequence[str]) -> str:
    """What happens, one thing after another: loses 4 figures, breaks and is driven back."""
    *first, last = parts
    return f"{', '.join(first)} and {last}" if first else last


_VERBS: Final = (
    "arrive", "attack", "break", "carry", "charge", "chase", "come", "continue", "control",
    "deploy", "end", "escort", "exert", "face", "fall", "fire", "form", "get", "go", "halt",
    "keep", "kill", "lose", "maneuver", "march", "move", "pursue", "rally", "react", "reform",
    "regain", "regroup", "remain", "retreat", "rout", "run", "scatter", "score", "shoot",
    "spike", "stand", "stay", "stop", "surrender", "test", "throw", "turn", "win",
)  # fmt: skip
"""What narrations have units do; beside what they are, have, and do not do."""


def _singular(verb: str) -> str:
    """What one does, of what several do: loses, marches, rallies."""
    if verb.endswith(("o", "ch", "sh", "ss", "x")):
        return f"{verb}es"
    return f"{verb[:-1]}ies" if re.search("[^aeiou]y$", verb) else f"{verb}s"


_OF_ONE: Final = {"are": "is", "have": "has"} | {verb: _singular(verb) for verb in (*_VERBS, "do")}
_OF_MANY: Final = {one: many for many, one in _OF_ONE.items()}
_VERB: Final = "|".join((*_OF_ONE, *_OF_MANY))
_FURTHER_VERB: Final = rf"(, (?:then )?| and | or )({_VERB})\b"


def naming(names: Mapping[str, str]) -> Callable[[str], str]:
    """What puts names into a text, for the words that stand there of who is named.

    Verbs follow the number of the name: "the attackers lose", "Soye's brigade loses", "the 9th
    Chasseurs lose". A name that begins with a number has its article.
    """
    if not names:
        return str
    called = {one.lower(): f"the {n}" if n[:1].isdigit() else n for one, n in names.items()}
    words = "|".join(sorted(map(re.escape, called), key=len, reverse=True))
    pattern = re.compile(rf"(?i:\b({words})\b)('s?(?!\w))?(?:( )({_VERB})\b((?:[^.;:]|\.\d)*))?")

    def put(found: re.Match[str]) -> str:
        said, owns, gap, verb, rest = found.groups("")
        name, before = called[said.lower()], found.string[: found.start()].rstrip()
        forms = _OF_MANY if name.endswith("s") else _OF_ONE
        rest = re.sub(_FURTHER_VERB, lambda one: one[1] + forms.get(one[2], one[2]), rest)
        owns = owns and ("'" if name.endswith("s") else "'s")
        if not before or before[-1] in ".!?":
            name = capitalized(name)
        return f"{name}{owns}{gap}{forms.get(verb, verb)}{pattern.sub(put, rest)}"

    return lambda text: pattern.sub(put, text)
