"""What happened to a picture before it was uploaded, twice over, for batches on the GPU: softened, resized, made noisy, stored as JPEG (luma alone).
How ruined a picture is is drawn once for all its steps; a share is only shrunk. degrade.py does the milder kind on a processor."""

import math

import torch
from torch.nn import functional as F

CLEAN_SHARE = 0.12
# Least and most of each round, at the ends of how ruined a picture can be.
FIRST = {"blur_px": (0.2, 2.4), "levels": (0.0, 9.0), "quality": (96, 42)}
SECOND = {"blur_px": (0.0, 1.1), "levels": (0.0, 7.0), "quality": (97, 32)}
SCALES = (0.4, 1.2)
METHODS = ("bicubic", "bilinear", "area")
STRETCH = 0.35
# ITU-T T.81 annex K, quality 50.
LUMA_TABLE = """16 11 10 16 24 40 51 61 12 12 14 19 26 58 60 55 14 13 16 24 40 57 69 56 14 17 22 29 51 87 80 62
18 22 37 56 68 109 103 77 24 35 55 64 81 104 113 92 49 64 78 87 103 121 120 101 72 92 95 98 112 100 103 99"""


def damaged(high, side, random):
    """[n, 1, H, H] of 0-1 -> [n, 1, side, side]; `random` draws what a whole batch shares."""
    count, device = len(high), high.device
    ruin = torch.rand(count, device=device)
    clean = resized(high, side, "bicubic")
    between = round(high.shape[-1] * random.uniform(*SCALES) / 8) * 8
    once = through_round(high, between, FIRST, ruin, random)
    twice = through_round(once, side, SECOND, ruin, random)
    # Half of the pictures were stored once only.
    single = through_round(high, side, SECOND, ruin, random)
    pick = torch.rand(count, 1, 1, 1, device=device)
    low = torch.where(pick < CLEAN_SHARE, clean, torch.where(pick < 0.4, single, twice))
    return as_bytes(low)


def through_round(picture, side, strengths, ruin, random):
    count, device = len(picture), picture.device
    drawn = lambda name: between(strengths[name], ruin * (0.3 + 0.7 * torch.rand(count, device=device)))
    soft = blurred(picture, drawn("blur_px"))
    small = resized(soft, side, random.choice(METHODS))
    noisy = small + torch.randn_like(small) * (drawn("levels") / 255)[:, None, None, None]
    return through_jpeg(as_bytes(noisy), drawn("quality"), random)


def between(ends, part):
    return ends[0] + (ends[1] - ends[0]) * part


def as_bytes(picture):
    return (picture.clamp(0, 1) * 255).round() / 255


def resized(picture, side, method):
    if method == "area":
        return F.interpolate(picture, size=(side, side), mode="area")
    return F.interpolate(picture, size=(side, side), mode=method, antialias=True, align_corners=False)


def blurred(picture, sigma, reach=7):
    """Gaussians, a little longer in one direction."""
    count, device = len(picture), picture.device
    angle = math.pi * torch.rand(count, device=device)[:, None, None]
    long, short = (sigma * (1 + sign * STRETCH * torch.rand(count, device=device)) for sign in (1, -1))
    y, x = torch.meshgrid(*[torch.arange(-reach, reach + 1, device=device, dtype=torch.float32)] * 2, indexing="ij")
    u, v = x * angle.cos() + y * angle.sin(), y * angle.cos() - x * angle.sin()
    squares = (u / long.clamp(min=0.1)[:, None, None]) ** 2 + (v / short.clamp(min=0.1)[:, None, None]) ** 2
    taps = (-0.5 * squares).exp()
    taps = taps / taps.sum((1, 2), keepdim=True)
    padded = F.pad(picture, (reach,) * 4, mode="replicate")
    return F.conv2d(padded.view(1, count, *padded.shape[2:]), taps[:, None].contiguous(), groups=count).view_as(picture)


def cosines(device):
    k = torch.arange(8, device=device, dtype=torch.float32)
    waves = torch.cos(math.pi * (2 * k[None] + 1) * k[:, None] / 16) / 2
    waves[0] /= math.sqrt(2)
    return waves


def through_jpeg(picture, quality, random):
    """The place of the blocks is that of the batch."""
    side, device = picture.shape[-1], picture.device
    before, waves = (random.randrange(8), random.randrange(8)), cosines(device)
    after = [-(side + first) % 8 for first in before]
    padded = F.pad(picture, (before[0], after[0], before[1], after[1]), mode="replicate") * 255 - 128
    count, _, height, width = padded.shape
    blocks = padded.view(count, height // 8, 8, width // 8, 8).transpose(2, 3)
    scale = torch.where(quality < 50, 50 / quality, 2 - quality / 50)
    table = torch.tensor([float(v) for v in LUMA_TABLE.split()], device=device).view(8, 8)
    steps = (table * scale[:, None, None]).round().clamp(1, 255)[:, None, None]
    stored = (waves @ blocks @ waves.T / steps).round() * steps
    read = (waves.T @ stored @ waves).transpose(2, 3).reshape(count, 1, height, width)
    read = read[..., before[1] : before[1] + side, before[0] : before[0] + side]
    return as_bytes((read + 128) / 255)
