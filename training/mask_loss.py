"""What a mask net is trained on and measured by: marks are rare, so their overlap counts beside each pixel's entropy."""

import numpy as np
import torch
from torch.nn import functional as F

# The entropy of rare pixels is small: about as much say as the overlap.
ENTROPY_SHARE = 8
# As in bench/engine-quality.ts: two pixels of displacement are forgiven.
FORGIVEN_PX = 2


def mask_loss(logits, truth):
    mask, weight = truth[:, :1], truth[:, 1:]
    entropy = F.binary_cross_entropy_with_logits(logits, mask, weight)
    found = torch.sigmoid(logits) * weight
    overlap = (2 * (found * mask).sum() + 1) / (found.sum() + (mask * weight).sum() + 1)
    return ENTROPY_SHARE * entropy + 1 - overlap


def near(mask):
    return F.max_pool2d(mask, 2 * FORGIVEN_PX + 1, 1, FORGIVEN_PX)


def mask_f1(net, crops, device, threshold=0.5):
    """F1 over all held-out crops together; only pixels that count fully."""
    counts = np.zeros(3)
    with torch.no_grad():
        for luma, truth in crops:
            luma, truth = (torch.from_numpy(a)[None].to(device) for a in (luma, truth))
            mask, counted = truth[:, :1], truth[:, 1:] >= 0.99
            found = (torch.sigmoid(net(luma)) > threshold).float()
            hit, missed = near(found) * mask, (1 - near(found)) * mask
            wrong = found * (1 - near(mask))
            counts += [part[counted].sum().item() for part in (hit, missed, wrong)]
    hit, missed, wrong = counts
    return float(2 * hit / max(1, 2 * hit + missed + wrong))
