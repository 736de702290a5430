"""Crops of photographs with the noise and the JPEG damage that a restoring net learns to take away, and the condition maps
that tell it how much to expect. Three kinds: white noise; camera noise (stronger where it is bright, grown together by
demosaicing, colours apart from luma, often stored as JPEG); JPEG alone. All made anew for each crop."""

import io

import numpy as np
from PIL import Image

from pairs import rounded
from resize import resize

SHARES = {"white": 0.56, "camera": 0.29, "jpeg": 0.13, "clean": 0.02}
# Maps are 1 at this noise (8-bit levels of the orthonormal luma and colour planes) and at JPEG quality 50.
NOISE_UNIT = 50
QUALITY_UNIT = 50
MOST_WHITE_LEVELS = 60
MOST_CAMERA_LEVELS = 28
# Estimates at run time are never exact.
JITTER = 0.08
MARGIN = 8
# Orthonormal luma and two colour differences (src/engine/operations/opponent.ts).
OPPONENT = np.array([[1, 1, 1], [1, 0, -1], [1, -2, 1]], np.float32)
OPPONENT /= np.linalg.norm(OPPONENT, axis=1, keepdims=True)


def read_colours(photo):
    """The photograph at half and at a third of its size, as bytes."""
    picture = np.asarray(Image.open(photo.path).convert("RGB"), np.float32)
    height, width = picture.shape[:2]
    return [rounded(resize(picture, height // part, width // part)).astype(np.uint8) for part in (2, 3)]


def levels_of(noise):
    """Standard deviation in luma and in colour."""
    planes = noise.reshape(-1, 3) @ OPPONENT.T
    return float(planes[:, 0].std()), float(np.sqrt((planes[:, 1:] ** 2).mean()))


def white_noise(clean, random):
    sigma = MOST_WHITE_LEVELS * random.random() ** 1.4
    noisy = clean + random.normal(0, 1, clean.shape).astype(np.float32) * sigma
    return (rounded(noisy) if random.random() < 0.5 else noisy), (sigma, sigma), 100


def camera_noise(clean, random):
    strength = 1 + (MOST_CAMERA_LEVELS - 1) * random.random() ** 1.7
    grain = random.normal(0, 1, clean.shape).astype(np.float32)
    if random.random() < 0.75:
        grain = grown_together(grain, 0.35 + 0.75 * random.random())
    gains = np.array([1, *([0.5 + 1.5 * random.random()] * 2)], np.float32)
    grain = ((grain @ OPPONENT.T) * gains) @ OPPONENT
    floor = 0.15 + 0.85 * random.random()
    noisy = rounded(clean + strength * grain * np.sqrt(floor + (1 - floor) * clean / 255))
    quality = 100
    if random.random() < 0.6:
        quality = int(random.integers(78, 99))
        noisy = through_jpeg(noisy, quality, random)
    return noisy, levels_of(noisy - clean), quality


def jpeg_alone(clean, random):
    sigma = 5 * random.random() if random.random() < 0.3 else 0
    noisy = clean + random.normal(0, 1, clean.shape).astype(np.float32) * sigma
    quality = int(random.integers(8, 90))
    return through_jpeg(rounded(noisy), quality, random), (sigma, sigma), quality


def grown_together(grain, sigma):
    reach = 2
    taps = np.exp(-0.5 * (np.arange(-reach, reach + 1) / sigma) ** 2).astype(np.float32)
    taps /= np.sqrt((taps**2).sum())
    for axis in (0, 1):
        grain = sum(t * np.roll(grain, i - reach, axis) for i, t in enumerate(taps))
    return grain


def through_jpeg(picture, quality, random):
    stored = io.BytesIO()
    subsampling = int(random.choice([0, 2]))
    Image.fromarray(picture.astype(np.uint8)).save(stored, "JPEG", quality=quality, subsampling=subsampling)
    return np.asarray(Image.open(stored), np.float32)


KINDS = {
    "white": white_noise,
    "camera": camera_noise,
    "jpeg": jpeg_alone,
    "clean": lambda clean, _random: (clean, (0, 0), 100),
}


def condition(levels, quality, shape):
    """Planes of the three maps."""
    values = [levels[0] / NOISE_UNIT, levels[1] / NOISE_UNIT, (100 - quality) / QUALITY_UNIT]
    return np.broadcast_to(np.array(values, np.float32)[:, None, None], (3, *shape))


def with_maps(noisy, levels, quality):
    """[6, h, w]: colours 0-1, then the maps."""
    return np.concatenate([np.moveaxis(noisy / 255, 2, 0), condition(levels, quality, noisy.shape[:2])]).astype(np.float32)


class NoisyCrops:
    """Batches of (damaged crop with maps, clean crop)."""

    def __init__(self, pictures, patch, seed):
        self.kept, self.patch = patch, patch + 2 * MARGIN
        self.pictures = [p for p in pictures if min(p.shape[:2]) > self.patch]
        areas = np.array([p.shape[0] * p.shape[1] for p in self.pictures], np.float64)
        self.share = areas / areas.sum()
        self.random = np.random.default_rng(seed)

    def crop(self):
        random, side = self.random, self.patch
        picture = self.pictures[random.choice(len(self.pictures), p=self.share)]
        y, x = (random.integers(0, size - side + 1) for size in picture.shape[:2])
        clean = np.rot90(picture[y : y + side, x : x + side], random.integers(0, 4))
        clean = (np.fliplr(clean) if random.random() < 0.5 else clean).astype(np.float32)
        return self.damaged(clean)

    def damaged(self, clean):
        random = self.random
        kind = random.choice(list(SHARES), p=list(SHARES.values()))
        noisy, levels, quality = KINDS[kind](clean, random)
        blur = 1 + JITTER * random.normal(0, 1, 2)
        # A file may have lost its tables: then nothing is known of its quality.
        told = 100 if kind == "camera" and random.random() < 0.5 else quality
        y, x = random.integers(0, 2 * MARGIN + 1, 2)
        cut = slice(y, y + self.kept), slice(x, x + self.kept)
        low = with_maps(noisy[cut], (max(0, levels[0] * blur[0]), max(0, levels[1] * blur[1])), told)
        return low, np.moveaxis(clean[cut] / 255, 2, 0)

    def batch(self, size):
        crops = [self.crop() for _ in range(size)]
        return tuple(np.stack([c[i] for c in crops]).astype(np.float32) for i in (0, 1))


def held_out_pairs(pictures, seed, side=160):
    """The middle of each picture with damage that is the same in every run."""
    random = np.random.default_rng(seed)
    pairs = []
    for i, picture in enumerate(p for p in pictures if min(p.shape[:2]) >= side):
        top, left = ((size - side) // 2 for size in picture.shape[:2])
        clean = picture[top : top + side, left : left + side].astype(np.float32)
        sigma = (15, 25, 50)[i % 3]
        noisy = clean + random.normal(0, sigma, clean.shape).astype(np.float32)
        pairs.append((with_maps(noisy, (sigma, sigma), 100), np.moveaxis(clean / 255, 2, 0)))
    return pairs
