"""Pairs of low and high resolution, made once and held in memory as 16-bit luma; crops are drawn from them by seed.

Photographs are first shrunk to half, which removes most of the camera's noise and of the compression. Flat drawings are
used as they are. Low resolution is shrunk from the 8-bit high resolution and rounded to 8 bits, as a stored picture is.
"""

import numpy as np
from PIL import Image

from degrade import MARGIN, degrade
from resize import resize

LUMA = np.array([0.299, 0.587, 0.114], np.float32)
FULL_SIZE_FAMILIES = ("openclipart", "wesaturate")
FULL = 65535


def read_picture(photo, shrunk=2):
    picture = np.asarray(Image.open(photo.path).convert("RGB"), np.float32)
    if photo.path.name.startswith(FULL_SIZE_FAMILIES):
        return picture
    return rounded(resize(picture, picture.shape[0] // shrunk, picture.shape[1] // shrunk))


def rounded(picture):
    return np.clip(np.rint(picture), 0, 255)


def luma16(picture):
    return np.rint(picture @ LUMA * (FULL / 255)).astype(np.uint16)


def training_pairs(photo, factor):
    """Photographs at half and at a third of their size: the same things with finer texture."""
    small = photo.path.name.startswith(FULL_SIZE_FAMILIES)
    return [make_pair(photo, factor, shrunk) for shrunk in ((2,) if small else (2, 3))]


def make_pair(photo, factor, shrunk=2):
    high = read_picture(photo, shrunk)
    height, width = high.shape[0] // factor * factor, high.shape[1] // factor * factor
    high = high[:height, :width]
    low = rounded(resize(high, height // factor, width // factor))
    return luma16(low), luma16(high)


def pair_of_luma(luma, factor):
    """The same of a drawn picture."""
    low = np.clip(np.rint(resize(luma[..., None], luma.shape[0] // factor, luma.shape[1] // factor)), 0, 255)[..., 0]
    return tuple(np.rint(plane * (FULL / 255)).astype(np.uint16) for plane in (low, luma))


class CropSource:
    """Draws batches of aligned crops; of two candidates the one with more detail is taken. With `worsen`, the low resolution
    is made for each crop and damaged."""

    def __init__(self, pairs, factor, patch, seed, worsen=False):
        self.worsen, self.kept = worsen, patch
        patch += 2 * MARGIN if worsen else 0
        self.pairs = [p for p in pairs if min(p[0].shape) > patch]
        areas = np.array([p[0].size for p in self.pairs], np.float64)
        self.share = areas / areas.sum()
        self.factor, self.patch = factor, patch
        self.random = np.random.default_rng(seed)

    def candidate(self):
        low, high = self.pairs[self.random.choice(len(self.pairs), p=self.share)]
        y = self.random.integers(0, low.shape[0] - self.patch + 1)
        x = self.random.integers(0, low.shape[1] - self.patch + 1)
        f, s = self.factor, self.patch
        return low[y : y + s, x : x + s], high[y * f : (y + s) * f, x * f : (x + s) * f]

    def crop(self):
        first, second = self.candidate(), self.candidate()
        low, high = max(first, second, key=lambda pair: detail_of(pair[1]))
        turns, flip = self.random.integers(0, 4), self.random.integers(0, 2)
        low, high = np.rot90(low, turns), np.rot90(high, turns)
        low, high = (np.fliplr(low), np.fliplr(high)) if flip else (low, high)
        return self.worsened(high) if self.worsen else (low, high)

    def worsened(self, high):
        low = degrade(high.astype(np.float32) * (255 / FULL), self.factor, self.random)
        x, y = self.random.integers(0, 2 * MARGIN + 1, 2)
        f, s = self.factor, self.kept
        return low[y : y + s, x : x + s] * (FULL / 255), high[y * f : (y + s) * f, x * f : (x + s) * f]

    def batch(self, size):
        crops = [self.crop() for _ in range(size)]
        return tuple(np.stack([c[i] for c in crops]).astype(np.float32)[:, None] / FULL for i in (0, 1))


def detail_of(high):
    picture = high.astype(np.float32)
    return np.abs(np.diff(picture, axis=0)).mean() + np.abs(np.diff(picture, axis=1)).mean()
