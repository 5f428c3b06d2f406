"""A picture: how much farther cannon fire, the fewer it kills, as an SVG file.

python examples/picture.py > cannonade.svg
"""

from html import escape

from calculator import odds

WIDE, HIGH, BAR = 60, 200, 40
KILLS = [
    float(odds("cannonade", "cannonade", range=hexes).expect(lambda outcome: outcome.killed))
    for hexes in range(1, 7)
]

print(f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE * 6}" height="{HIGH + 40}">')
print(f"<title>{escape('Men killed by a shot, on average, by hexes of range')}</title>")
for place, kills in enumerate(KILLS):
    tall = HIGH * kills / max(KILLS)
    x, y = WIDE * place + 10, HIGH - tall + 20
    print(f'<rect x="{x}" y="{y:.1f}" width="{BAR}" height="{tall:.1f}" fill="#356"/>')
    print(f'<text x="{x}" y="{y - 4:.1f}" font-size="12">{kills:.2f}</text>')
    print(f'<text x="{x}" y="{HIGH + 36}" font-size="12">{place + 1}</text>')
print("</svg>")
