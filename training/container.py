"""Writes a weight file: `HYNW`, length of the header (u32, little endian), header as JSON, then all tensors as float16 in
the order of the header. src/engine/nets/read-weights.ts reads it; the graph is emitted there."""

import hashlib
import json
import struct

import numpy as np

MAGIC = b"HYNW"


def write_weights(path, net, facts):
    tensors = [(name, tensor.detach().cpu().numpy().astype("<f2")) for name, tensor in net.layers()]
    body = b"".join(np.ascontiguousarray(values).tobytes() for _, values in tensors)
    header = {
        "format": 1,
        **net.shape,
        "tensors": [{"name": name, "shape": list(values.shape)} for name, values in tensors],
        "bodySha256": hashlib.sha256(body).hexdigest(),
        "training": facts,
    }
    text = json.dumps(header, separators=(",", ":")).encode()
    temporary = path.with_suffix(".new")
    temporary.write_bytes(MAGIC + struct.pack("<I", len(text)) + text + body)
    temporary.rename(path)
