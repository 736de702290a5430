"""Places of clean training photographs that a mask net takes for damage: what it must unlearn."""

import time

import numpy as np
import torch

# Places are looked for on this grid, and count from so many wrong pixels on.
CELL_PX = 80
LEAST_WRONG_PX = 5
# Likelihood from which on a pixel is wrong: below the one that ships, so that what is nearly wrong is taught too.
WRONG_FROM = 0.5


def hard_places(net, planes, patch, random, budget_s):
    """-> (index of the plane, y, x of the place's middle, how wrong) of as many planes, in random order, as the CPU seconds allow."""
    started, places, device = time.process_time(), [], next(net.parameters()).device
    with torch.no_grad():
        for index in random.permutation(len(planes)):
            plane = planes[index]
            if time.process_time() - started > budget_s:
                break
            height, width = (size // 8 * 8 for size in plane.shape)
            if min(height, width) <= patch:
                continue
            luma = torch.from_numpy(plane[:height, :width].astype(np.float32) / 255)[None, None].to(device)
            wrong = (torch.sigmoid(net(luma))[0, 0] > WRONG_FROM).cpu().numpy()
            rows, columns = height // CELL_PX, width // CELL_PX
            cells = wrong[: rows * CELL_PX, : columns * CELL_PX].reshape(rows, CELL_PX, columns, CELL_PX).sum((1, 3))
            for row, column in zip(*np.nonzero(cells >= LEAST_WRONG_PX)):
                middle = ((part + 0.5) * CELL_PX for part in (row, column))
                places.append((int(index), *(int(at) for at in middle), int(cells[row, column])))
    return places


def share_of(places):
    """Chosen more often the more is wrong, but at most ten times as often."""
    counts = np.array([min(place[3], 10 * LEAST_WRONG_PX) for place in places], np.float64)
    return counts / counts.sum()
