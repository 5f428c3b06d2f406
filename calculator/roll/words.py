"""How a unit stands, in the words that every screen, page and table has for it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from calculator.answering import label_of, rated, with_unit
from calculator.errors import FaultsError
from calculator.forms import Field, fields_of, keys_of, parse_form
from calculator.kinds import Choice, YesNo
from calculator.roll.unit import RollUnit, field_for, known_keys
from calculator.rules.system import RuleSystem

OF_START: Final = "starting-"
"""How the keys begin of what a unit had at the start."""


def what_it_is(system: RuleSystem, unit: RollUnit) -> str:
    """What a unit is and has now, as its system's form tells it: "infantry, veteran, 3 bases"."""
    if system.unit is None:
        return ", ".join(unit.now.values())
    own = {
        key: unit.now[key]
        for key in _own(system)
        if key in unit.now and not key.startswith(OF_START)
    }
    try:
        form = parse_form(system.unit, own)
    except FaultsError:
        # What stands need not be a whole form: of a yes its name, of a no and of a blank nothing.
        fields = {key: field_for(system, key) for key in own}
        return ", ".join(
            fields[key].label.lower() if text == "yes" else text
            for key, text in own.items()
            if text not in {"no", fields[key].kind.blank}
        )
    return rated(form)


def how_it_stands(system: RuleSystem, unit: RollUnit) -> tuple[str, ...]:
    """What has become of a unit and what it may still do, in a few words each; of one that is as
    the battle began, nothing."""
    if unit.gone:
        return (how_gone(unit),)
    due = f"comes on in turn {unit.entry_turn}" if unit.entry_turn else "not on the table yet"
    there = () if unit.arrived else (due,)
    ground = (f"at {unit.ground.name}",) if unit.ground and unit.ground.name else ()
    may = "; ".join(one.words or system.action(one.action).label.lower() for one in unit.may)
    said = f"has acted (entry {unit.acted_entry}){f', may still: {may}' if may else ''}"
    acted = (said,) if unit.acted else ()
    marked = filter(None, (system.marked(unit.now),))
    lost = [f"{part} lost" for part in losses(system, unit)]
    return (*there, *marked, *_conditions(system, unit), *lost, *acted, *ground)


def how_shaken(system: RuleSystem, unit: RollUnit) -> int:
    """How many steps a unit is from good order, as its system counts them: 0 in good order, 1
    disordered, 2 demoralized."""
    stated = (key for key in known_keys(system) if key in unit.now and key != system.formation)
    conditions = ((key, field_for(system, key)) for key in stated if key not in _own(system))
    steps = [
        abs(words.index(unit.now[key]) - words.index(field.kind.show(field.default)))
        for key, field in conditions
        if isinstance(field.kind, Choice) and (words := list(field.kind.choices))
    ]
    return max([int(bool(system.marked(unit.now))), *steps])


def how_gone(unit: RollUnit) -> str:
    """How and when a unit left the table."""
    return f"{unit.gone} in turn {unit.gone_turn} (entry {unit.gone_entry})"


def losses(system: RuleSystem, unit: RollUnit) -> tuple[str, ...]:
    """What a unit has lost of what it had at the start: "1 of 4 bases"."""
    return tuple(
        f"{lost} of {_counted(field_for(system, key), unit.start[key])}"
        for key, lost in unit.losses.items()
    )


def unusual(system: RuleSystem, now: Mapping[str, str]) -> Iterator[str]:
    """What a side has beside its units and cards, where that is not as usual, in words."""
    for field in fields_of(system.side) if system.side else ():
        text, label = now.get(field.key, ""), field.label.lower()
        if field.key not in system.cards and text not in {"", field.kind.show(field.default)}:
            yield label if text == "yes" else f"{label} {label_of(field.kind, text)}"


def _own(system: RuleSystem) -> Collection[str]:
    return keys_of(system.unit) if system.unit else ()


def _conditions(system: RuleSystem, unit: RollUnit) -> Iterator[str]:
    """Its state, formation and whatever else `what_it_is` does not tell, or tells by silence."""
    own = _own(system)
    for key in known_keys(system):
        text, start = unit.now.get(key, ""), unit.start.get(key, "")
        if not text or key.startswith(OF_START):
            continue
        field, word = field_for(system, key), key.replace("-", " ")
        if key in own:
            if start and key in unit.each_turn and text != start:
                yield f"{text} of {_counted(field, start)} left"
            elif text == (field.kind.blank or "no") and start not in {"", text}:
                yield f"no {word if start == 'yes' else start}"
        elif text != field.kind.show(field.default) or key == system.formation:
            yield _worded(field, word, text)


def _worded(field: Field, word: str, text: str) -> str:
    """A value with the word that it belongs to, where it does not speak for itself."""
    if isinstance(field.kind, Choice):
        return label_of(field.kind, text).lower()
    return word if isinstance(field.kind, YesNo) else f"{word} {text}"


def _counted(field: Field, text: str) -> str:
    return with_unit(field.kind, field.kind.parse(text))
