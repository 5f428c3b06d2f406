"""A charge and a countercharge from first to last."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import attrs

from calculator.chance.interface import Chance
from calculator.chance.resolution import Repeat, Resolution, Step
from calculator.rules.revolutionary_wars.charge.cast import (
    Cast,
    cast_of_charge,
    cast_of_countercharge,
)
from calculator.rules.revolutionary_wars.charge.chase import (
    Behind,
    Chase,
    Watch,
    unwatched,
)
from calculator.rules.revolutionary_wars.charge.clash import Clash, Countercharge
from calculator.rules.revolutionary_wars.charge.countercharge import CounterchargeForm
from calculator.rules.revolutionary_wars.charge.crossing import Crossing
from calculator.rules.revolutionary_wars.charge.form import ChargeForm, EncounterForm, Obstacle
from calculator.rules.revolutionary_wars.charge.outcome import ChargeOutcome, Fate
from calculator.rules.revolutionary_wars.charge.state import Body, End, Fight, is_over
from calculator.rules.revolutionary_wars.reaction import reacts
from calculator.rules.tables import Tables

Steps: TypeAlias = tuple[Step[Fight] | Repeat[Fight], ...]

FIRST = 0
"""The place of the charging battalion, which alone runs into what is beyond the enemy."""


def charge(
    form: ChargeForm, tables: Tables, watch: Watch = unwatched
) -> Resolution[Fight, ChargeOutcome]:
    """The Charge Action: crossing, tests to stand, melee and pursuit, to the end."""
    cast = cast_of_charge(form, tables)
    obstacle = tables.points("stand.obstacle") if form.obstacle is not Obstacle.NONE else 0
    clash = Clash(
        cast.everyone,
        cast.charging,
        cast.charged,
        _chase(form, cast, watch),
        shock=not form.soft_ground,
        obstacle=obstacle,
    )
    steps: Steps = (*_crossing(form, cast), Repeat(clash.round, is_over))
    if cast.fresh:
        steps = (*steps, _run_into, Repeat(_second(form, cast, watch).round, is_over))
    return Resolution(_start(cast), steps, _conclusion(form, cast))


def countercharge(
    form: CounterchargeForm, tables: Tables, watch: Watch = unwatched
) -> Resolution[Fight, ChargeOutcome]:
    """The Countercharge Reaction: the roll to react, then both charge each other."""
    cast = cast_of_countercharge(form, tables)
    clash = Countercharge(
        cast.everyone,
        cast.charging,
        cast.charged,
        _chase(form, cast, watch),
        shock=not form.soft_ground,
    )

    def reaction(fight: Fight, chance: Chance) -> Fight:
        charger, enemy = fight.bodies
        (reacting,) = cast.enemies
        order = reacts(reacting, chance) if form.roll_to_react else enemy.order
        return fight._replace(bodies=(charger, enemy._replace(order=order)))

    steps: Steps = (reaction, Repeat(clash.round, is_over))
    return Resolution(_start(cast), steps, _conclusion(form, cast))


def _chase(form: EncounterForm, cast: Cast, watch: Watch) -> Chase:
    enemy_hold = isinstance(form, CounterchargeForm) and form.enemy_hold
    return Chase(
        cast.everyone,
        cast.charging,
        Behind(form.own_edge, form.hold),
        Behind(form.edge, enemy_hold),
        form.caught,
        counted=form.count_platoons,
        going_on=(FIRST,) if cast.fresh else (),
        watch=watch,
    )


def _start(cast: Cast) -> Fight:
    bodies = [Body(one.platoons, one.order) for one in (*cast.chargers, *cast.enemies)]
    if cast.fresh:
        bodies.append(Body(cast.fresh.platoons, cast.fresh.order, End.UNTOUCHED))
    return Fight(tuple(bodies))


def _crossing(form: ChargeForm, cast: Cast) -> Steps:
    if not form.crossing and form.obstacle is Obstacle.NONE:
        return ()
    crossing = {place: cast.everyone[place].platoons for place in cast.charging}
    if form.obstacle is Obstacle.NONE and form.crossing_platoons is not None:
        crossing[FIRST] = min(crossing[FIRST], form.crossing_platoons)
    return (Crossing(dict(zip(cast.charging, cast.chargers, strict=True)), crossing),)


def _run_into(fight: Fight, chance: Chance) -> Fight:
    """The charging battalion, pursuing or breaking through, comes upon the fresh one."""
    first, *others, fresh = fight.bodies
    if first.end not in {End.PURSUED, End.BROKE_THROUGH}:
        return fight
    bodies = (first._replace(end=None), *others, fresh._replace(end=None))
    return Fight(bodies, pursuing=first.end is End.PURSUED)


def _second(form: ChargeForm, cast: Cast, watch: Watch) -> Clash:
    """The fresh charge into the battalion beyond: nobody else near, no obstacle, no edge near."""
    first, *others = cast.everyone
    everyone = (attrs.evolve(first, fighting=None), *others)
    sides = Behind(hold=form.hold), Behind()
    chase = Chase(everyone, (FIRST,), *sides, counted=form.count_platoons, watch=watch)
    return Clash(everyone, (FIRST,), (len(everyone) - 1,), chase, shock=not form.soft_ground)


def _conclusion(form: EncounterForm, cast: Cast) -> Callable[[Fight], ChargeOutcome]:
    def conclude(fight: Fight) -> ChargeOutcome:
        fates = tuple(Fate.of(body, form.count_platoons) for body in fight.bodies)
        fresh = fates[-1] if cast.fresh else None
        enemies = tuple(fates[place] for place in cast.charged)
        return ChargeOutcome(fates[: len(cast.chargers)], enemies, fresh)

    return conclude
