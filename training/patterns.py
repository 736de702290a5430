"""Pictures of fine regular patterns, drawn here: gratings, checks and rings of periods from below to well above what the smaller size can hold.
A net that never met them draws the false stripes that shrinking makes of them as bold strokes (models/sr4-wide.md)."""

import numpy as np

SIDE = 384
# Pixels of the large size; log-uniform between.
PERIODS = (2, 18)
# Drawn so many times larger and shrunk, as a lens does; the rest as hard pixels, as a screen does.
FINER, HARD_SHARE = 3, 0.35


def pattern_pictures(count, seed):
    """Luma pictures [SIDE, SIDE] of 0-255; the same for the same seed."""
    random = np.random.default_rng(seed)
    for _ in range(count):
        picture = np.full((SIDE, SIDE), random.uniform(20, 235), np.float32)
        for _ in range(int(random.integers(3, 9))):
            place = random_place(random)
            picture[place] = patterned(picture[place].shape, random)
        yield np.clip(np.rint(picture), 0, 255)


def random_place(random):
    ends = [sorted(random.integers(0, SIDE + 1, 2)) for _ in range(2)]
    return tuple(slice(int(least), int(max(most, least + 8))) for least, most in ends)


def patterned(shape, random):
    finer = 1 if random.random() < HARD_SHARE else FINER
    y, x = np.mgrid[: shape[0] * finer, : shape[1] * finer].astype(np.float32) / finer
    wave = random.choice([grating, checks, rings])(y, x, random)
    middle, swing = random.uniform(60, 195), random.uniform(6, 120)
    large = middle + swing * wave
    return large.reshape(shape[0], finer, shape[1], finer).mean((1, 3))


def random_period(random):
    return float(np.exp(random.uniform(*np.log(PERIODS))))


def profile(phase, random):
    """-1 to 1 along each turn of 1: a sine, or hard with any share of it bright."""
    if random.random() < 0.4:
        return np.sin(2 * np.pi * phase)
    return np.where(phase % 1 < random.uniform(0.2, 0.8), 1, -1).astype(np.float32)


def grating(y, x, random):
    angle = random.choice([0, 0.5, 0.25, 0.75, random.random()]) * np.pi
    return profile((x * np.cos(angle) + y * np.sin(angle)) / random_period(random) + random.random(), random)


def checks(y, x, random):
    angle, period = random.choice([0, 0.25, random.random()]) * np.pi, random_period(random)
    u, v = x * np.cos(angle) + y * np.sin(angle), y * np.cos(angle) - x * np.sin(angle)
    other = period * random.choice([1, random.uniform(0.6, 1.6)])
    return profile(u / period + random.random(), random) * profile(v / other + random.random(), random)


def rings(y, x, random):
    """Of one period, or of periods that fall from the middle outwards."""
    away = np.hypot(y - random.uniform(-0.5, 1.5) * y.max(), x - random.uniform(-0.5, 1.5) * x.max())
    if random.random() < 0.5:
        return profile(away / random_period(random), random)
    return profile(away**2 / (2 * random_period(random) * max(1, away.max())), random)
