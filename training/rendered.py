"""Pictures that are drawn here: Chinese and Latin text and shapes, with and without smoothed edges. Fonts of the system under
free licences (Noto CJK and DejaVu: `fonts-noto-cjk fonts-dejavu`); where there are none, none are drawn."""

import sys
from pathlib import Path

import numpy as np
from PIL import Image, ImageDraw, ImageFont

FONTS = [
    "/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc",
    "/usr/share/fonts/opentype/noto/NotoSerifCJK-Bold.ttc",
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/truetype/dejavu/DejaVuSerif-Bold.ttf",
]
SIDE = 384
LATIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.,:;-()%&@"
COMMON_CJK = (0x4E00, 0x6FFF)


def draw_text(draw, random, fonts, ink):
    y = int(random.integers(-10, 10))
    while y < SIDE:
        path = fonts[random.integers(len(fonts))]
        size = int(random.integers(11, 44))
        if "CJK" in path and random.random() < 0.7:
            line = "".join(chr(c) for c in random.integers(*COMMON_CJK, 40))
        else:
            line = "".join(" " if random.random() < 0.15 else LATIN[i] for i in random.integers(0, len(LATIN), 80))
        draw.text((int(random.integers(-20, 20)), y), line, font=ImageFont.truetype(path, size), fill=ink)
        y += int(size * (1.1 + 0.5 * random.random()))


def draw_shapes(draw, random):
    for _ in range(30):
        box = sorted(random.integers(0, SIDE, 2).tolist()), sorted(random.integers(0, SIDE, 2).tolist())
        corners = [box[0][0], box[1][0], box[0][1] + 1, box[1][1] + 1]
        ink, width = int(random.integers(0, 256)), int(random.integers(1, 6))
        kind = random.integers(3)
        if kind == 0:
            draw.ellipse(corners, fill=ink if random.random() < 0.5 else None, outline=int(random.integers(0, 256)), width=width)
        elif kind == 1:
            draw.line(corners, fill=ink, width=width)
        else:
            draw.polygon(random.integers(0, SIDE, 6).tolist(), fill=ink)


def rendered_pictures(count, seed):
    """Luma pictures [SIDE, SIDE] of 0-255; the same for the same seed and fonts."""
    random = np.random.default_rng(seed)
    fonts = [path for path in FONTS if Path(path).exists()]
    for path in set(FONTS) - set(fonts):
        print(f"no text is drawn in {path}: not installed", file=sys.stderr)
    for i in range(count if fonts else 0):
        paper = int(random.integers(0, 256))
        image = Image.new("L", (SIDE, SIDE), paper)
        draw = ImageDraw.Draw(image)
        draw.fontmode = "1" if random.random() < 0.15 else "L"
        if i % 2:
            draw_shapes(draw, random)
        draw_text(draw, random, fonts, (paper + int(random.integers(90, 166))) % 256)
        yield np.asarray(image, np.float32)
