"""A campaign in a few lines: a brigade assaults hour after hour until it or the enemy gives way.

What each result leaves (`Action.leaves`) is where the next hour starts; between assaults a shaken
brigade regroups. Every draw follows from the seed, so the story is the same each time it is told.

    python examples/campaign.py [SEED]
"""

import sys
from hashlib import sha256

from calculator import resolve
from calculator.rules.question import Result

SYSTEM = "there-stand-empires"
HOURS = 8


def left(result: Result, role: str) -> dict[str, str] | None:
    """The state and bases that a result leaves of a unit; None if it has left the table."""
    after = result.question.law.after(result.outcome)
    values = after.actor if role == "actor" else after.target
    return None if values is None else {k: v for k, v in values.items() if k in ("state", "bases")}


def story(seed: str) -> None:
    """Print what happens, hour by hour."""
    own, enemy = {"state": "ok", "bases": "5"}, {"state": "ok", "bases": "4"}
    for hour in range(1, HOURS + 1):
        drawn = sha256(f"{seed} {hour}".encode()).hexdigest()[:32]
        if own["state"] == "demoralized":
            result = resolve(SYSTEM, "regroup", seed=drawn, actor_state=own["state"])
        else:
            result = resolve(
                SYSTEM,
                "assault",
                seed=drawn,
                quality="veteran",
                actor_state=own["state"],
                bases=own["bases"],
                target_state=enemy["state"],
                target_bases=enemy["bases"],
            )
        print(f"{hour}:00  {result.narration.headline}")
        acted, met = left(result, "actor"), left(result, "target")
        if acted is None or met is None:
            break
        own, enemy = own | acted, enemy | met


story(sys.argv[1] if len(sys.argv) > 1 else "1815")
