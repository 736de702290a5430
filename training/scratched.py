"""Crops of photographs with dust, hairs, scratches and cracks as old prints have them, and the mask that a mask net learns.
Beside them what must stay: letters, eyes, beads and buttons, wires and lattices, rims of glasses, seams and lapels, drawn into some crops before the damage (things.py).
Marks lie on the print, so they come after its grain and fading, and before the scanner's blur, noise and JPEG."""

from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw

from degrade import blur, through_jpeg
from pairs import read_picture
from hard_negatives import share_of
from rendered import FONTS, rendered_pictures
from scenery import bezier
from things import add_things

# Marks are drawn this much larger and shrunk, so that their edges are as soft as a scan's.
OVER = 3
UNMARKED_SHARE = 0.15
WIDE_CRACKS_SHARE = 0.25
# No more than this of a photograph counts when crops are drawn.
MOST_AREA_PX = 200_000
# Neither learnt nor punished: the edge of a crop, where the net sees padding.
BLIND_PX = 10
LUMA = np.array([0.299, 0.587, 0.114], np.float32)
# Crops around what the net took for damage on clean photographs; most of them stay without marks.
HARD_SHARE, HARD_UNMARKED_SHARE = 0.4, 0.6


def luma_planes(photo):
    """The photograph's luma as it is, at half and at a third of its size, as bytes; drawings only as they are."""
    planes = [read_picture(photo, part) @ LUMA for part in (1, 2, 3)]
    different = planes if planes[0].shape != planes[1].shape else planes[:1]
    return [np.clip(np.rint(p), 0, 255).astype(np.uint8) for p in different]


def scratch_path(random, side):
    """Nearly straight, often right across."""
    length = side * (0.15 + 1.2 * random.random())
    angle, middle = 2 * np.pi * random.random(), random.random(2) * side
    if random.random() < 0.3:
        angle = np.pi / 2 + 0.06 * random.normal()
    way = np.array([np.cos(angle), np.sin(angle)])
    across = np.array([-way[1], way[0]])
    bend = random.normal(0, 0.04 + 0.1 * random.random() ** 2, (4, 1)) * length
    bend[[0, 3]] *= 0.3
    along = np.array([-0.5, -0.17, 0.17, 0.5])[:, None] * length
    return bezier(middle + along * way + bend * across, 24)


def hair_path(random, side):
    """Curled: the turning rate wanders."""
    steps = int(14 + 40 * random.random())
    turn = 0.6 * np.sin(np.cumsum(random.normal(0, 0.25, steps)) + 6.3 * random.random()) * random.random() ** 2
    angle = 2 * np.pi * random.random() + np.cumsum(turn)
    step = 1.2 + 2.2 * random.random()
    return random.random(2) * side + np.cumsum(step * np.stack([np.cos(angle), np.sin(angle)], 1), 0)


def crack_path(random, side):
    """Jagged."""
    steps = int(8 + 26 * random.random())
    angle = 2 * np.pi * random.random() + np.cumsum(random.normal(0, 0.12, steps)) + random.normal(0, 0.5, steps)
    return random.random(2) * side + np.cumsum(4 * np.stack([np.cos(angle), np.sin(angle)], 1), 0)


PATHS = {"scratch": (scratch_path, 0.5), "hair": (hair_path, 0.28), "crack": (crack_path, 0.22)}


def stroke_width(random, kind):
    return 0.7 + 1.5 * random.random() if kind == "hair" else 0.8 + 5.5 * random.random() ** 2.2


def draw_path(draw, path, width, opacity, random):
    """Width and strength wander along the path, and some paths have gaps."""
    gaps = random.random() < 0.25
    wander = np.cumsum(random.normal(0, 0.12, len(path)))
    for i in range(len(path) - 1):
        if gaps and random.random() < 0.15:
            continue
        thick = max(1, round(OVER * width * float(np.clip(1 + 0.5 * wander[i], 0.5, 1.5))))
        shade = int(255 * np.clip(opacity * (1 - 0.35 * abs(wander[i])), 0.15, 1))
        ends = (OVER * path[i : i + 2]).ravel().tolist()
        draw.line(ends, fill=shade, width=thick)
        if thick > 3:
            r, (x, y) = thick / 2 - 0.5, OVER * path[i + 1]
            draw.ellipse([x - r, y - r, x + r, y + r], fill=shade)


def draw_blob(draw, random, side, opacity):
    x, y = OVER * side * random.random(2)
    radius = OVER * (0.6 + 3.1 * random.random() ** 1.6)
    angles = np.linspace(0, 2 * np.pi, 9)[:-1]
    radii = radius * (1 + 0.35 * random.normal(0, 1, 8) * (random.random() < 0.6)).clip(0.4, 1.7)
    squash = 0.6 + 0.4 * random.random()
    points = [(x + r * np.cos(a), y + squash * r * np.sin(a)) for r, a in zip(radii, angles)]
    draw.polygon(points, fill=int(255 * opacity))


def opacity_of(random):
    """Two in five are nearly opaque, the others down to faint."""
    return 0.8 + 0.2 * random.random() if random.random() < 0.4 else 0.18 + 0.7 * random.random()


def draw_layer(random, side, crowd):
    image = Image.new("L", (OVER * side, OVER * side), 0)
    draw = ImageDraw.Draw(image)
    names, shares = list(PATHS), [share for _, share in PATHS.values()]
    for _ in range(random.poisson(2.2 * crowd)):
        kind = random.choice(names, p=shares)
        draw_path(draw, PATHS[kind][0](random, side), stroke_width(random, kind), opacity_of(random), random)
    for _ in range(random.poisson(5 * crowd)):
        draw_blob(draw, random, side, opacity_of(random))
    return np.asarray(image.resize((side, side), Image.BOX), np.float32) / 255


def draw_wide_cracks(random, side):
    """Where the emulsion broke: jagged, right across, up to twelve pixels wide, often faint."""
    image = Image.new("L", (OVER * side, OVER * side), 0)
    draw = ImageDraw.Draw(image)
    for _ in range(random.integers(1, 3)):
        start, end = random.random(2) * side, random.random(2) * side
        edge = random.integers(2)
        start[edge], end[edge] = -4, side + 4
        steps = int(14 + 26 * random.random())
        jags = np.cumsum(random.normal(0, 1.2, (steps, 2)), 0) + random.normal(0, 1.5, (steps, 2))
        path = np.linspace(start, end, steps) + jags - np.linspace(jags[0], jags[-1], steps)
        draw_path(draw, path, 1 + 11 * random.random() ** 1.5, opacity_of(random), random)
    return np.asarray(image.resize((side, side), Image.BOX), np.float32) / 255


def add_marks(picture, random, unmarked_share=UNMARKED_SHARE):
    """-> damaged luma 0-255, mask, and how much each pixel counts."""
    side = picture.shape[0]
    out, cover = picture, np.zeros_like(picture)
    if random.random() < unmarked_share:
        return out, cover, np.ones_like(picture)
    crowd = np.exp(random.normal(0, 0.8))
    hard = random.random() < 0.25
    for bright, share in ((True, 0.62), (False, 0.38)):
        alpha = draw_layer(random, side, crowd * share)
        if random.random() < WIDE_CRACKS_SHARE * share:
            alpha = np.maximum(alpha, draw_wide_cracks(random, side))
        if hard:
            alpha = np.where(alpha > 0.3, np.maximum(alpha, 0.7), 0)
        tone = 215 + 40 * random.random() if bright else 45 * random.random()
        shape = alpha / max(alpha.max(), 0.2)
        out = out + (tone - out) * alpha
        cover = np.maximum(cover, np.maximum(alpha, 0.7 * shape * (alpha > 0.1)))
    mask = (cover > 0.25).astype(np.float32)
    # What cannot be seen (white on white) and the half-covered rim count little.
    seen = np.abs(out - picture)
    weight = np.where(mask > 0, np.clip(seen / 16, 0.1, 1), np.where(cover > 0.03, 0.15, 1))
    return out, mask, weight.astype(np.float32)


def aged(picture, random):
    """Fading and the grain of the print."""
    if random.random() < 0.5:
        contrast = 0.45 + 0.55 * random.random()
        picture = picture * contrast + (1 - contrast) * 255 * random.random()
    if random.random() < 0.6:
        grain = random.normal(0, 1, picture.shape).astype(np.float32)
        if random.random() < 0.6:
            grain = blur(grain, 0.4 + 0.8 * random.random())
            grain /= grain.std()
        picture = picture + grain * 14 * random.random() ** 1.5
    return np.clip(picture, 0, 255)


def scanned(picture, random):
    if random.random() < 0.45:
        picture = blur(picture, 0.25 + 0.65 * random.random())
    if random.random() < 0.4:
        picture = picture + random.normal(0, 4 * random.random(), picture.shape).astype(np.float32)
    if random.random() < 0.35:
        picture = through_jpeg(picture, int(random.integers(55, 96)))
    return np.clip(np.rint(picture), 0, 255)


def damaged(clean, random, fonts, unmarked_share=UNMARKED_SHARE):
    clean = add_things(clean, random, fonts)
    marked, mask, weight = add_marks(aged(clean, random), random, unmarked_share)
    edge = np.zeros_like(weight)
    edge[BLIND_PX:-BLIND_PX, BLIND_PX:-BLIND_PX] = 1
    return scanned(marked, random)[None].astype(np.float32) / 255, np.stack([mask, weight * edge])


def system_fonts():
    return [path for path in FONTS if Path(path).exists()]


class ScratchedCrops:
    """Batches of (damaged luma, [mask, weight])."""

    def __init__(self, planes, patch, seed, drawn=20):
        self.patch = patch
        self.planes = [p for p in planes if min(p.shape) > patch]
        self.planes += [p.astype(np.uint8) for p in rendered_pictures(drawn, seed)]
        # Small pictures are as sharp as a good scan, large ones as soft as their lens.
        areas = np.array([min(p.size, MOST_AREA_PX) for p in self.planes], np.float64)
        self.share = areas / areas.sum()
        self.random, self.fonts = np.random.default_rng(seed), system_fonts()
        self.hard, self.hard_share = [], None

    def learn_from(self, hard):
        """Places (hard_negatives.py) to come back to."""
        self.hard, self.hard_share = hard, share_of(hard) if hard else None

    def place(self):
        """A plane, the corner of a crop and whether it is around something hard."""
        random, side = self.random, self.patch
        if not self.hard or random.random() > HARD_SHARE:
            plane = self.planes[random.choice(len(self.planes), p=self.share)]
            return plane, *(random.integers(0, size - side + 1) for size in plane.shape), False
        index, *middle, _ = self.hard[random.choice(len(self.hard), p=self.hard_share)]
        plane = self.planes[index]
        corner = (at - side // 2 + random.integers(-side // 4, side // 4 + 1) for at in middle)
        return plane, *(int(np.clip(at, 0, size - side)) for at, size in zip(corner, plane.shape)), True

    def crop(self):
        random, side = self.random, self.patch
        plane, y, x, is_hard = self.place()
        clean = np.rot90(plane[y : y + side, x : x + side], random.integers(0, 4))
        clean = (np.fliplr(clean) if random.random() < 0.5 else clean).astype(np.float32)
        return damaged(clean, random, self.fonts, HARD_UNMARKED_SHARE if is_hard else UNMARKED_SHARE)

    def batch(self, size):
        crops = [self.crop() for _ in range(size)]
        return tuple(np.stack([c[i] for c in crops]).astype(np.float32) for i in (0, 1))


def held_out_crops(planes, seed, side=224):
    """The middle of each plane, with damage that is the same in every run."""
    random, fonts, crops = np.random.default_rng(seed), system_fonts(), []
    for plane in (p for p in planes if min(p.shape) >= side):
        top, left = ((size - side) // 2 for size in plane.shape)
        crops.append(damaged(plane[top : top + side, left : left + side].astype(np.float32), random, fonts))
    return crops
