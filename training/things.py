"""Fine things of a picture that look like damage and are none: letters, eyes, beads, lattices, rims, seams and scenery, drawn into a crop at twice its size."""

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from rendered import COMMON_CJK, LATIN
from scenery import SCENERY, bezier

# Share of the crops that get one of a kind.
CLASSES = {"text": 0.10, "eyes": 0.06, "beads": 0.05, "lattice": 0.04, "rims": 0.08, "seams": 0.08}
CLASSES |= {name: 0.04 for name in SCENERY}


def draw_letters(draw, random, side, fonts, ink):
    for _ in range(random.integers(1, 5)):
        size, path = int(random.integers(9, 40)), fonts[random.integers(len(fonts))]
        if "CJK" in path and random.random() < 0.6:
            line = "".join(chr(c) for c in random.integers(*COMMON_CJK, 8))
        else:
            line = "".join(LATIN[i] for i in random.integers(0, len(LATIN), 14))
        at = (int(random.integers(-20, side // 2)), int(random.integers(-5, side)))
        draw.text(at, line, font=ImageFont.truetype(path, size), fill=ink)


def draw_eyes(draw, random, side):
    size, skin = 4 + 14 * random.random(), random.integers(120, 225)
    x, y = side * random.random(2)
    for shift in (0, size * (3 + 2 * random.random())):
        ex, white = x + shift, int(min(255, skin + random.integers(5, 70)))
        draw.ellipse([ex - size, y - 0.5 * size, ex + size, y + 0.5 * size], fill=white, outline=int(skin // 2))
        iris = 0.5 * size
        draw.ellipse([ex - iris, y - iris, ex + iris, y + iris], fill=int(random.integers(20, 130)))
        draw.ellipse([ex - 0.5 * iris, y - 0.5 * iris, ex + 0.5 * iris, y + 0.5 * iris], fill=int(random.integers(0, 30)))
        r = max(0.5, 0.14 * size)
        draw.ellipse([ex + r, y - 2 * r, ex + 2.5 * r, y - 0.5 * r], fill=int(random.integers(190, 256)))


def draw_beads(draw, random, side):
    """A necklace, a row of buttons: alike, evenly apart, each with its light."""
    radius, count = 1 + 3.5 * random.random(), int(random.integers(3, 24))
    gap, angle, turn = radius * (2 + 4 * random.random()), 2 * np.pi * random.random(), 0.12 * random.normal()
    x, y = side * random.random(2)
    tone = int(random.integers(0, 256))
    light = min(255, tone + int(random.integers(20, 120)))
    for _ in range(count):
        draw.ellipse([x - radius, y - radius, x + radius, y + radius], fill=tone)
        draw.ellipse([x - 0.5 * radius, y - 0.6 * radius, x + 0.2 * radius, y + 0.1 * radius], fill=light)
        angle += turn
        x, y = x + gap * np.cos(angle), y + gap * np.sin(angle)


def draw_lattice(draw, random, side):
    """Fences, wires, stripes: parallel."""
    pitch, width, tone = 3 + 14 * random.random(), int(random.integers(1, 4)), int(random.integers(0, 256))
    angle = np.pi * random.random()
    way, across = np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])
    middle, count = side * random.random(2), int(random.integers(3, 14))
    for i in range(count):
        at = middle + across * pitch * (i - count / 2)
        draw.line([*(at - way * side * 0.4), *(at + way * side * 0.4)], fill=tone, width=width)


def draw_lustrous(draw, points, tone, shine, width, random):
    """A thin line that is metal or thread: its brightness wanders, and highlights run along it."""
    phase, rate = 6.3 * random.random(), 1 + 4 * random.random()
    for i, (start, end) in enumerate(zip(points, points[1:])):
        light = max(0, np.sin(phase + rate * 6.3 * i / len(points))) ** 3
        draw.line([*start, *end], fill=int(np.clip(tone + (shine - tone) * light, 0, 255)), width=width)


def draw_rims(draw, random, side):
    """Glasses: two rounded rims of equal shape, a bridge, a temple. Alone: rings, buckles, handles."""
    size = 8 + 34 * random.random()
    squash, corner = 0.6 + 0.4 * random.random(), 2 + 4 * random.random()
    tone, shine, width = random.integers(0, 120), random.integers(120, 256), int(random.integers(1, 5))
    if random.random() < 0.3:
        tone, shine = shine, tone
    t = np.linspace(0, 2 * np.pi, 60)
    round_off = lambda wave: np.sign(wave) * np.abs(wave) ** (2 / corner)
    rim = np.stack([size * round_off(np.cos(t)), squash * size * round_off(np.sin(t))], 1)
    tilt = 0.3 * random.normal()
    turn = np.array([[np.cos(tilt), -np.sin(tilt)], [np.sin(tilt), np.cos(tilt)]])
    middle, gap = random.random(2) * side, size * (1.15 + 0.2 * random.random())
    is_pair = random.random() < 0.75
    for shift in (-gap, gap) if is_pair else (0,):
        draw_lustrous(draw, [tuple(p) for p in (rim + [shift, 0]) @ turn.T + middle], tone, shine, width, random)
    if is_pair:
        for x0, x1 in ((size - gap, gap - size), (gap + size, gap + size * (2 + random.random()))):
            ends = np.array([[x0, -0.2 * size], [x1, -0.25 * size]]) @ turn.T + middle
            draw.line(ends.ravel().tolist(), fill=int(tone), width=width + 1)


def draw_seam(draw, random, side):
    """A lapel, a collar, a hem: where two tones meet along a gentle curve, with the shadow or the thread of the edge."""
    start, end = random.random(2) * side, random.random(2) * side
    bend = random.normal(0, 0.12, (2, 2)) * side
    curve = bezier(np.array([start, start + (end - start) / 3 + bend[0], end - (end - start) / 3 + bend[1], end]), 40)
    across = np.array([-(end - start)[1], (end - start)[0]]) * (0.15 + 0.5 * random.random())
    tone = int(random.integers(20, 200))
    draw.polygon([tuple(p) for p in curve] + [tuple(p) for p in curve[::-1] + across], fill=tone)
    shadow = int(np.clip(tone + random.choice([-1, -1, 1]) * random.integers(25, 120), 0, 255))
    points = [tuple(p) for p in curve]
    if random.random() < 0.7:
        points = points[random.integers(0, 10) : 40 - random.integers(0, 10)]
    draw_lustrous(draw, points, shadow, tone, int(random.integers(1, 6)), random)


DRAW = {"eyes": draw_eyes, "beads": draw_beads, "lattice": draw_lattice, "rims": draw_rims, "seams": draw_seam} | SCENERY
# Up to three of them in a crop.
SEVERAL = {"rims", "seams"}


def add_things(picture, random, fonts):
    """Fine things that belong to the picture, drawn at twice the size and softened a little."""
    kind = random.random()
    for name, share in CLASSES.items():
        if kind < share:
            break
        kind -= share
    else:
        return picture
    side = picture.shape[0]
    image = Image.fromarray(picture.astype(np.uint8)).resize((2 * side, 2 * side), Image.BICUBIC)
    draw = ImageDraw.Draw(image)
    if name != "text":
        for _ in range(random.integers(1, 4) if name in SEVERAL else 1):
            DRAW[name](draw, random, 2 * side)
    elif fonts:
        draw_letters(draw, random, 2 * side, fonts, int(random.choice([random.integers(0, 60), random.integers(190, 256)])))
    return np.asarray(image.resize((side, side), Image.BOX), np.float32)
