"""Thin things of a scene that look like damage and are not, drawn with what distinguishes them: they repeat, end at something, keep their
width, are lit from one side. Drawn at twice the size into a crop, before grain and damage (scratched.py)."""

import numpy as np

STEPS = 40


def bezier(points, count):
    t = np.linspace(0, 1, count)[:, None]
    a, b, c, d = points
    return a * (1 - t) ** 3 + 3 * b * t * (1 - t) ** 2 + 3 * c * t**2 * (1 - t) + d * t**3


def curve(random, side, bend=0.1):
    """A gently bent way right across or part of the crop."""
    start, end = random.random(2) * side, random.random(2) * side
    if random.random() < 0.5:
        edge = random.integers(2)
        start[edge], end[edge] = -4, side + 4
    middle = (start + end) / 2 + random.normal(0, bend, 2) * side
    t = np.linspace(0, 1, STEPS)[:, None]
    return start * (1 - t) ** 2 + 2 * middle * t * (1 - t) + end * t**2


def across(path):
    """Unit vectors across a path, at each of its points."""
    way = np.gradient(path, axis=0)
    way /= np.maximum(1e-6, np.hypot(*way.T))[:, None]
    return np.stack([-way[:, 1], way[:, 0]], 1)


def tones(random):
    """A tone and the light on it, either of them the brighter."""
    tone = int(random.integers(0, 256))
    light = int(np.clip(tone + random.choice([-1, 1]) * random.integers(30, 140), 0, 255))
    return tone, light


def line(draw, path, tone, width):
    draw.line([tuple(p) for p in path], fill=int(tone), width=int(width), joint="curve")


def draw_rigging(draw, random, side):
    """Ropes and shrouds that run together at one point; a mast with light on one side; knots where ropes end."""
    top, foot = random.random(2) * side, random.random(2) * side
    spread = np.array([side * (0.02 + 0.12 * random.random()), side * 0.05 * random.normal()])
    tone, light = tones(random)
    width = int(random.integers(1, 4))
    for i in range(int(random.integers(3, 9))):
        end = foot + i * spread
        line(draw, [top, end], tone if random.random() < 0.8 else light, width)
        r = width + 1
        draw.ellipse([end[0] - r, end[1] - r, end[0] + r, end[1] + r], fill=tone)
    if random.random() < 0.7:
        mast, shift = [top, top + [side * 0.05 * random.normal(), 2 * side]], np.array([width + 1, 0])
        line(draw, mast, tone, 3 * width)
        line(draw, np.array(mast) + shift, light, width)


def draw_wires(draw, random, side):
    """Sagging wires from edge to edge, at least two, evenly apart."""
    first, tone = curve(random, side, 0.05), tones(random)[0]
    step = across(first)[STEPS // 2] * side * (0.03 + 0.12 * random.random())
    width = int(random.integers(1, 3))
    for i in range(int(random.integers(2, 7))):
        line(draw, first + i * step * (1 + 0.05 * random.normal()), tone, width)


def draw_bars(draw, random, side):
    """A window's bars, a railing, bricks: two families of lines that run together a little, with a lit flank."""
    tone, light = tones(random)
    corner, shear = random.random(2) * side * 0.5, 0.2 * random.normal()
    pitch, width = side * (0.05 + 0.15 * random.random(2)), int(random.integers(1, 5))
    counts, narrowing = random.integers(1, 8, 2), 0.06 * random.random()
    place = lambda i, j: corner + np.array([i * pitch[0] * (1 - narrowing * j), j * pitch[1] + shear * i * pitch[0]])
    for i in range(counts[0] + 1):
        line(draw, [place(i, 0), place(i, counts[1])], tone, width)
        line(draw, np.array([place(i, 0), place(i, counts[1])]) + [width, 0], light, 1)
    for j in range(counts[1] + 1):
        line(draw, [place(0, j), place(counts[0], j)], tone, width)


def draw_stitches(draw, random, side):
    """A seam's thread: equal dashes along a curve, sometimes two rows; or the teeth of a zip, across it."""
    path = curve(random, side)
    aside, is_zip = across(path), random.random() < 0.35
    tone, light = tones(random)
    dash = int(random.integers(1, 4))
    size = 2 + 6 * random.random()
    rows = (0, size * 3) if random.random() < 0.4 else (0,)
    for row in rows:
        for i in range(0, STEPS - 2 * dash, 2 * dash):
            if is_zip:
                line(draw, [path[i] + aside[i] * row, path[i] + aside[i] * (row + size)], light, max(1, size / 4))
            else:
                line(draw, path[i : i + dash + 1] + aside[i : i + dash + 1] * row, tone, 1 + size // 4)
    if is_zip:
        line(draw, path, tone, 2)


def draw_strands(draw, random, side):
    """Hair, grass, whiskers: bundles that run nearly alike, each thin and a little brighter or darker."""
    path, (tone, light) = curve(random, side, 0.25), tones(random)
    aside = across(path)
    spread = side * (0.01 + 0.04 * random.random())
    for _ in range(int(random.integers(8, 40))):
        begin = int(random.integers(0, STEPS - 10))
        end = int(random.integers(begin + 8, STEPS))
        away = np.linspace(*(spread * random.normal(0, 1, 2)), STEPS)[:, None]
        line(draw, (path + aside * away)[begin:end], tone + (light - tone) * random.random(), random.integers(1, 3))


def draw_gutter(draw, random, side):
    """A pipe, a gutter, a moulding: dark, tone, light beside each other, along the same way."""
    path, (tone, light) = curve(random, side, 0.02), tones(random)
    aside, width = across(path), int(random.integers(1, 6))
    for shift, shade in ((-width, tone * 0.5), (0, tone), (width, light)):
        line(draw, path + aside * shift, shade, width)
    for i in range(4, STEPS, int(random.integers(7, 20))):
        if random.random() < 0.6:
            line(draw, [path[i] - aside[i] * 2 * width, path[i] + aside[i] * 2 * width], tone * 0.6, 2)


def draw_sparkles(draw, random, side):
    """Jewellery, wet things, lamps far away: bright dots that cluster on something, many of one size, with glow."""
    middle, size = random.random(2) * side, side * (0.05 + 0.2 * random.random())
    body = int(random.integers(20, 200))
    if random.random() < 0.6:
        draw.ellipse([*(middle - size), *(middle + np.array([size, size * (0.6 + 0.8 * random.random())]))], fill=body)
    shine, radius = int(random.integers(180, 256)), 1 + 3 * random.random()
    for _ in range(int(random.integers(6, 50))):
        x, y = middle + random.normal(0, 0.5, 2) * size
        r = radius * (0.7 + 0.6 * random.random())
        draw.ellipse([x - 2 * r, y - 2 * r, x + 2 * r, y + 2 * r], fill=(body + shine) // 2 if random.random() < 0.7 else body // 2)
        draw.ellipse([x - r, y - r, x + r, y + r], fill=shine)


def draw_buttons(draw, random, side):
    """Round, rimmed, with holes and light: two to six down a front, or the heads of rivets."""
    path, (tone, light) = curve(random, side, 0.05), tones(random)
    radius = 3 + 9 * random.random()
    for i in range(2, STEPS, int(random.integers(7, 16))):
        x, y = path[i]
        draw.ellipse([x - radius, y - radius, x + radius, y + radius], fill=tone, outline=tone // 2)
        draw.ellipse([x - 0.7 * radius, y - 0.8 * radius, x + 0.4 * radius, y + 0.3 * radius], fill=light)
        for hole in (-0.25, 0.25):
            r, at = 0.12 * radius, x + hole * radius
            draw.ellipse([at - r, y - r, at + r, y + r], fill=tone // 3)


SCENERY = {
    "rigging": draw_rigging,
    "wires": draw_wires,
    "bars": draw_bars,
    "stitches": draw_stitches,
    "strands": draw_strands,
    "gutter": draw_gutter,
    "sparkles": draw_sparkles,
    "buttons": draw_buttons,
}
