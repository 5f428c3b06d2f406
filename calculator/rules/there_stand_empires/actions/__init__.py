"""What can be asked of There Stand Empires: actions, then buttons and measuring aids."""

from __future__ import annotations

from typing import Final

from calculator.rules.actions import Actions

ACTIONS: Final = Actions(
    __package__,
    {
        "deployed-fire": "fire:DEPLOYED_FIRE",
        "advancing-fire": "fire:ADVANCING_FIRE",
        "assault": "assault:ASSAULT",
        "regroup": "regroup:REGROUP",
        "deploy": "movement:DEPLOY",
        "maneuver-in-column": "movement:MANEUVER",
        "form-square": "movement:SQUARE",
        "march": "movement:MARCH",
        "route-march": "movement:ROUTE_MARCH",
        "initiative": "buttons:INITIATIVE",
        "leader-overrun": "buttons:LEADER_OVERRUN",
        "army-morale": "buttons:ARMY_MORALE",
        "movement-allowance": "aids:MOVEMENT_ALLOWANCE",
        "line-of-sight": "aids:LINE_OF_SIGHT",
    },
)
"""The most usual first. Each is imported when it is first asked for."""
