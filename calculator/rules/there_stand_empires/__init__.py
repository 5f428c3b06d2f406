"""There Stand Empires: Napoleonic battles by brigades, a turn an hour."""

from __future__ import annotations

from typing import Final

from calculator.rules.action import Place
from calculator.rules.system import Actions, Listed, RuleSystem, filling, keyed, lettered
from calculator.rules.there_stand_empires import orders_of_battle, terms

SYSTEM: Final = RuleSystem(
    key="there-stand-empires",
    title="There Stand Empires",
    version=3,
    summary="Napoleonic battles by brigades, in turns of an hour.",
    # The most usual first. Each is imported when it is first asked for.
    actions=Actions(
        __name__,
        {
            "fire:DeployedFire": Listed("deployed-fire", "Deployed fire"),
            "fire:AdvancingFire": Listed("advancing-fire", "Advancing fire"),
            "assault.rule:Assault": Listed("assault", "Assault"),
            "officers:Regroup": Listed("regroup", "Regroup"),
            "orders:Deploy": Listed("deploy", "Deploy / maneuver in line"),
            "orders:Maneuver": Listed("maneuver-in-column", "Maneuver in column"),
            "orders:FormSquare": Listed("form-square", "Form square"),
            "orders:March": Listed("march", "March"),
            "orders:RouteMarch": Listed("route-march", "Route march"),
            "officers:Initiative": Listed("initiative", "Initiative", Place.BUTTON),
            "officers:LeaderOverrun": Listed("leader-overrun", "Leader overrun", Place.BUTTON),
            "army_morale:ArmyMorale": Listed("army-morale", "Army morale", Place.BUTTON),
            "movement:MovementAllowance": Listed(
                "movement-allowance", "Movement allowance", Place.AID
            ),
            "line_of_sight:LineOfSight": Listed("line-of-sight", "Line of sight", Place.AID),
        },
    ),
    tables_path=__file__.replace("__init__.py", "tables.toml"),
    sequence=(
        "1. Draw the initiative: that side goes first, or makes the enemy go first.",
        "2. The side whose turn it is picks a division, or a corps or army general, yet to act.",
        "3. Each unit of the division takes one action; its general may move up to 28 inches.",
        "4. The sides alternate; when one has acted with everything, the other has the rest.",
        "5. Check army morale where half the units are broken or demoralized, once a turn.",
        "6. When all have acted, the next turn begins.",
    ),
    unit=terms.BrigadeForm,
    roles={
        "actor": filling(
            "arm actor, quality, bases, starting-bases, state actor-state, formation",
            "linear-tactics, columns-may-assault",
        ),
        "target": filling(
            "arm target, quality, bases, starting-bases, state, formation",
            "transport-defeat-is-capture captures-transport",
            into="target-",
        ),
        "battle": filling("initiative variant"),
    },
    side=orders_of_battle.SideForm,
    terrain=orders_of_battle.TerrainForm,
    battle=orders_of_battle.BattleForm,
    starting_values=lambda *_: {"state": terms.State.OK.value},
    state="state",
    formation="formation",
    condition=("state", "formation", "bases"),
    symbols={"artillery": "guns", "cavalry": "horse", "infantry": "foot"},
    base_scale=orders_of_battle.BASE_SCALE,
    protection=orders_of_battle.protection,
    turn_at=f"{__name__}.turn:HourTurn",
    army_doubts=orders_of_battle.army_doubts,
    chief="assault",
    initiative="initiative",
    action_letters=lettered("i initiative, l leader-overrun, m army-morale"),
    letters=lettered(
        "u actor, y quality, s actor-state, f formation, b bases, U target, Y target-quality",
        "S target-state, F target-formation, B target-bases, W target-starting-bases, c cover",
        "K retreat-blocked, d range, o outnumbered",
        "w starting-bases, g general, j linear-tactics, J columns-may-assault, k breakthrough",
        "G infantry-support, C countercharge, E captures-transport, h frontal, H stops-horses",
        "e earlier-assaults, D distance",
        "V leader, Q attached",
        "M move, A base-move, P path",
        "L spotter-level, T target-level, I apart, O obstructions",
    ),
    foremost=keyed(
        "actor, quality, formation, bases, target, target-quality, target-state",
        "target-formation, target-bases, cover, range, outnumbered",
    ),
    ground=("cover",),
    generals="IX",
    general_field="leader",
    army_morale_at=f"{__name__}.army_morale:CHECK",
    forecast_at=f"{__name__}.forecasting:PLAN",
    aliases={"deploy-maneuver-in-line": "deploy", "maneuver-in-line": "deploy"},
)
