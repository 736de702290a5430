"""Writes a weight file: `HYNW`, length of the header (u32, little endian), header as JSON, all tensors as float16 in the order
of the header, then the net's answer to a fixed pattern. src/engine/nets/read-weights.ts reads it; the graph is emitted there.

    python3 training/container.py /tmp/sr2 models     # from a run's checkpoint
"""

import hashlib
import json
import struct
import sys
from pathlib import Path

import numpy as np
import torch

from nets import EnlargeNet, MaskNet, RefineNet

MAGIC = b"HYNW"
FORMAT = 2
CHECK_SIDE = 16
KINDS = {EnlargeNet: "enlarge", RefineNet: "same-size", MaskNet: "mark"}


def check_pattern(side, channels=1):
    """Planes are stacked vertically."""
    y, x = np.divmod(np.arange(side * side * channels), side)
    pattern = ((x * 7 + y * 13 + ((x * y) % 11) * 5) % 32 / 31).astype(np.float32)
    return torch.from_numpy(pattern).view(1, channels, side, side)


def check_answer(net):
    """Enlarging: the answer inside the pattern's border of the net's halo, where padding is not seen. Same size: that of the layers.
    Mask nets: that of the whole net."""
    with torch.no_grad():
        if isinstance(net, RefineNet):
            return net.stack(check_pattern(CHECK_SIDE, net.head.in_channels))[0].numpy()
        if isinstance(net, MaskNet):
            return net(check_pattern(CHECK_SIDE))[0].numpy()
        answer = net(check_pattern(CHECK_SIDE + 2 * net.halo))
    cut = net.halo * net.factor
    return answer[0, 0, cut:-cut, cut:-cut].numpy()


def write_weights(path, net, facts):
    rounded = net_of(net.size)
    rounded.load_state_dict({k: v.cpu().half().float() if k != "skip" else v.cpu() for k, v in net.state_dict().items()})
    tensors = [(name, tensor.detach().numpy()) for name, tensor in rounded.layers()]
    parts = [values for _, values in tensors] + [check_answer(rounded)]
    body = b"".join(np.ascontiguousarray(values, "<f2").tobytes() for values in parts)
    header = {
        "format": FORMAT,
        "kind": KINDS[type(net)],
        **net.size,
        "tensors": [{"name": name, "shape": list(values.shape)} for name, values in tensors],
        "checkSidePx": CHECK_SIDE,
        "bodySha256": hashlib.sha256(body).hexdigest(),
        "training": facts,
    }
    text = json.dumps(header, separators=(",", ":")).encode()
    path.write_bytes(MAGIC + struct.pack("<I", len(text)) + text + body)


def read_weights(path):
    """Name -> tensor of a shipped weight file, to go on from it."""
    raw = Path(path).read_bytes()
    (length,) = struct.unpack_from("<I", raw, len(MAGIC))
    at = len(MAGIC) + 4
    header = json.loads(raw[at : at + length])
    values, start, tensors = np.frombuffer(raw[at + length :], "<f2").astype(np.float32), 0, {}
    for entry in header["tensors"]:
        count = int(np.prod(entry["shape"]))
        tensors[entry["name"]] = torch.from_numpy(values[start : start + count].reshape(entry["shape"]))
        start += count
    return tensors


def net_of(size):
    """`size` may be the header of a weight file of a net that enlarges or keeps the size."""
    if "pairs" in size:
        return MaskNet(**size)
    if "planesIn" not in size:
        return EnlargeNet(**{key: size[key] for key in ("factor", "width", "depth")})
    planes = {"planes_in": size["planesIn"], "planes_out": size["planesOut"]}
    return RefineNet(**planes, **{key: size.get(key) for key in ("maps", "grid", "width", "blocks")})


def take_over(net, source, device="cpu"):
    """From a run's checkpoint or from a shipped weight file: layers of equal name and shape. Answers whether that was all."""
    if source.suffix == ".weights":
        given = read_weights(source)
    else:
        state = torch.load(source, map_location=device)
        earlier = net_of(state["size"])
        earlier.load_state_dict(state["average"])
        given = dict(earlier.layers())
    own = dict(net.layers())
    taken = [name for name, tensor in own.items() if name in given and given[name].shape == tensor.shape]
    with torch.no_grad():
        for name in taken:
            own[name].copy_(given[name].to(device))
    return len(taken) == len(own)


def main(run_folder, target_folder):
    state = torch.load(Path(run_folder) / "checkpoint.pt", map_location="cpu")
    net = net_of(state["size"])
    net.load_state_dict(state["average"])
    target = Path(target_folder) / f"{state['facts']['net']}.weights"
    write_weights(target, net, state["facts"])
    print(f"{target}: {target.stat().st_size} bytes")


if __name__ == "__main__":
    main(*sys.argv[1:])
