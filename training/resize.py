"""Centred bicubic (a = -0.5) with the kernel widened when shrinking: the twin of src/engine/resample, so that a net is
trained for the very shrinking it is measured with. Samples beyond the border are mirrored, as in the published sets."""

import numpy as np


def cubic(x):
    x = np.abs(x)
    near = (1.5 * x - 2.5) * x * x + 1
    far = ((-0.5 * x + 2.5) * x - 4) * x + 2
    return np.where(x <= 1, near, np.where(x < 2, far, 0))


def weights(size_from, size_to):
    """Matrix [size_to, size_from] whose rows sum to 1."""
    scale = size_to / size_from
    widen = min(scale, 1.0)
    centres = (np.arange(size_to) + 0.5) / scale - 0.5
    reach = int(np.ceil(2 / widen)) + 1
    columns = np.floor(centres)[:, None].astype(int) + np.arange(-reach, reach + 1)[None, :]
    taps = cubic((centres[:, None] - columns) * widen)
    taps /= taps.sum(1, keepdims=True)
    mirrored = np.where(columns < 0, -1 - columns, columns)
    mirrored = np.where(mirrored >= size_from, 2 * size_from - 1 - mirrored, mirrored).clip(0, size_from - 1)
    matrix = np.zeros((size_to, size_from), np.float32)
    np.add.at(matrix, (np.arange(size_to)[:, None], mirrored), taps.astype(np.float32))
    return matrix


def resize(picture, height, width):
    """Float picture [h, w] or [h, w, c] -> the same with the new size."""
    rows = np.tensordot(weights(picture.shape[0], height), picture, (1, 0))
    return np.moveaxis(np.tensordot(weights(picture.shape[1], width), rows, (1, 1)), 0, 1)
