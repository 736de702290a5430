"""What happened to a poor picture before it was uploaded: blur, a careless shrinking, noise, real JPEG or WebP. For nets that enlarge
such pictures; the strengths are those of small web pictures and scans, not of ruins (engine study §1.2, halved)."""

import io

import numpy as np
from PIL import Image

CLEAN_SHARE = 0.25
BLUR = {"share": 0.6, "most_px": 1.4}
NOISE = {"share": 0.5, "most_levels": 10}
STORED = {"share": 0.7, "least_quality": 30, "most_quality": 95}
# Share of the stored ones; the others are JPEG files.
WEBP_SHARE = 0.2
# A picture that was stored once before, at another size (second order).
BEFORE = {"share": 0.5, "blur_px": (0.3, 1.4), "scale": (0.5, 1.2), "most_levels": 5, "quality": (55, 96)}
SHRINKS = [(Image.BICUBIC, 0.5), (Image.BILINEAR, 0.2), (Image.BOX, 0.3)]
# Room for a random position of the JPEG blocks.
MARGIN = 8


def resized(picture, height, width, method):
    return np.asarray(Image.fromarray(picture, "F").resize((width, height), method))


def blur(picture, sigma):
    reach = int(np.ceil(3 * sigma))
    taps = np.exp(-0.5 * (np.arange(-reach, reach + 1) / sigma) ** 2)
    taps /= taps.sum()
    for axis in (0, 1):
        padded = np.pad(picture, [(reach, reach) if a == axis else (0, 0) for a in (0, 1)], "edge")
        length = picture.shape[axis]
        picture = sum(t * padded.take(np.arange(i, i + length), axis) for i, t in enumerate(taps))
    return picture.astype(np.float32)


def through_jpeg(picture, quality):
    return through_coder(picture, "JPEG", quality)


def through_file(picture, quality, random):
    return through_coder(picture, "WEBP" if random.random() < WEBP_SHARE else "JPEG", quality)


def through_coder(picture, coder, quality):
    """Luma 0-255 stored and read again."""
    grey, stored = Image.fromarray(np.clip(np.rint(picture), 0, 255).astype(np.uint8), "L"), io.BytesIO()
    # WebP knows no grey pictures.
    (grey.convert("RGB") if coder == "WEBP" else grey).save(stored, coder, quality=quality)
    return np.asarray(Image.open(stored).convert("L"), np.float32)


def stored_before(high, random):
    """Blurred, resized, noisy and compressed: of whatever size that left."""
    between = lambda low, most: low + random.random() * (most - low)
    scale = between(*BEFORE["scale"])
    high = blur(high, between(*BEFORE["blur_px"]))
    small = resized(high, round(high.shape[0] * scale), round(high.shape[1] * scale), Image.BICUBIC)
    noisy = small + random.normal(0, BEFORE["most_levels"] * random.random() ** 2, small.shape).astype(np.float32)
    return through_file(noisy, int(between(*BEFORE["quality"])), random)


def degrade(high, factor, random):
    """Luma 0-255 of high resolution -> low resolution as a stored picture (whole levels)."""
    size = high.shape[0] // factor, high.shape[1] // factor
    if random.random() < CLEAN_SHARE:
        return np.clip(np.rint(resized(high, *size, Image.BICUBIC)), 0, 255)
    if random.random() < BEFORE["share"]:
        high = stored_before(high, random)
    if random.random() < BLUR["share"]:
        high = blur(high, 0.2 + random.random() * (BLUR["most_px"] - 0.2))
    methods, shares = zip(*SHRINKS)
    low = resized(high, *size, methods[random.choice(len(methods), p=shares)])
    if random.random() < NOISE["share"]:
        low = low + random.normal(0, NOISE["most_levels"] * random.random() ** 2, low.shape).astype(np.float32)
    if random.random() < STORED["share"]:
        low = through_file(low, int(random.integers(STORED["least_quality"], STORED["most_quality"] + 1)), random)
    return np.clip(np.rint(low), 0, 255)
