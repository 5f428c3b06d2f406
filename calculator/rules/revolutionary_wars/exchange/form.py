"""What is asked about an exchange: fire first or not, the reaction, and the charge to the end."""

from __future__ import annotations

from fractions import Fraction

import attrs

from calculator.kinds import Word
from calculator.rules.revolutionary_wars import fields, forms


class First(Word):
    """What the charging battalion does first: shoot, something else, or charge."""

    BEST = "best"
    YES = "yes", "fires, then charges"
    NO = "no", "acts first, then charges"
    AT_ONCE = "at-once", "charges at once"


class Reply(Word):
    """What the enemy does as the charge is declared, its second action."""

    BEST = "best"
    STAND = "stand", "stands"
    SHOOT = "shoot", "shoots"
    COUNTERCHARGE = "countercharge", "countercharges"
    SQUARE = "square", "forms square"


class Aim(Word):
    """By which chance of the charging side choices and replies are judged."""

    BREAKS = "enemy-breaks"
    DESTROYED = "enemy-destroyed"
    CHARGERS_LAST = "chargers-last"


@attrs.frozen(kw_only=True, field_transformer=fields.by_group)
class ExchangeForm(forms.TwoBattalions):
    """A battalion activates against an enemy: two actions of its own, a reaction between them."""

    first: First = fields.BATTALION.choice(
        First,
        "Fires first",
        source="Activating Battalions; When You Can React; Shoot Action",
        help="Yes: it shoots, then charges. No: it first does something else, such as move or "
        "form column. Either way the charge is its second action, and the enemy can react. "
        "At once: the charge is its first action, and nobody can react. Best: the choice "
        "against which the enemy's best reply helps least.",
    )
    reply: Reply = fields.ENEMY.choice(
        Reply,
        "Enemy's reply",
        source="Reactions; Turn Sequence, B",
        help="It stands, shoots, countercharges or forms square. A battalion that has been "
        "Shattered, or has too few platoons for a square, can only stand. Best: the reply "
        "that helps the charging side least.",
    )
    aim: Aim = fields.ODDS.choice(
        Aim,
        "Judged by",
        source="designer's judgement: the text leaves a commander's aim to the commander",
        help="The chance by which choices are judged best: that the enemy breaks or is lost, that "
        "it is destroyed (of guns, overrun or destroyed), or that the charging battalion neither "
        "breaks nor is lost.",
    )
    range: Fraction = fields.firing_range(
        source="Shoot Action, 2. Roll to Hit; Reactions, When You Can React",
        help="Inches between them, for shooting either way and for the charge.",
    )
    near_general: bool = fields.near_general("General near", group="Battalion")
    enemy_near_general: bool = fields.enemy_near_general()
    concealed: bool = fields.concealed("Enemy concealed")
    hill: bool = fields.hill("Enemy on a hill")
    soft_ground: bool = fields.soft_ground()
    hold: bool = fields.hold()
    count_platoons: bool = fields.count_platoons(
        help="List every number of platoons left as an outcome of its own."
    )
