"""How training pictures are made small: the evaluation's own bicubic most of the time, other honest kernels for the rest."""

import torch
import torch.nn.functional as F

from nets import cubic_weight


def cubic_kernel(scale: int) -> torch.Tensor:
    """Anti-aliased bicubic shrinking by a whole factor, centred: 4 · scale taps."""
    taps = torch.arange(4 * scale, dtype=torch.float64) - 2 * scale + 0.5
    return _normalised(cubic_weight(taps / scale))


def area_kernel(scale: int) -> torch.Tensor:
    return _normalised(torch.ones(scale, dtype=torch.float64))


def triangle_kernel(scale: int) -> torch.Tensor:
    taps = torch.arange(2 * scale, dtype=torch.float64) - scale + 0.5
    return _normalised((1 - taps.abs() / scale).clamp(min=0))


def _normalised(kernel: torch.Tensor) -> torch.Tensor:
    return (kernel / kernel.sum()).float()


def shrink(planes: torch.Tensor, scale: int, kernel: torch.Tensor) -> torch.Tensor:
    """N × 1 × H × W in 0–1 to N × 1 × H/scale × W/scale, rounded to 8 bits as a stored picture is."""
    pad = (len(kernel) - scale) // 2
    wide = F.pad(planes, (pad, pad, pad, pad), mode="replicate") if pad else planes
    rows = F.conv2d(wide, kernel.view(1, 1, -1, 1), stride=(scale, 1))
    small = F.conv2d(rows, kernel.view(1, 1, 1, -1), stride=(1, scale))
    return (small.clamp(0, 1) * 255).round() / 255
