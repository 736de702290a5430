"""Centred bicubic (a = -0.5), kernel widened when shrinking: what src/engine/resample does, so that a net is trained for
the very shrinking it is measured with (Pillow's differs at the outermost two pixels only)."""

import numpy as np
from PIL import Image


def cubic(x):
    x = np.abs(x)
    near = (1.5 * x - 2.5) * x * x + 1
    far = ((-0.5 * x + 2.5) * x - 4) * x + 2
    return np.where(x <= 1, near, np.where(x < 2, far, 0))


def resize(picture, height, width):
    """Float picture [h, w, c] -> the same with the new size. In float, because Pillow rounds 8-bit pictures between passes."""
    planes = [Image.fromarray(plane, "F").resize((width, height), Image.BICUBIC) for plane in np.moveaxis(picture, 2, 0)]
    return np.stack([np.asarray(plane) for plane in planes], 2)
