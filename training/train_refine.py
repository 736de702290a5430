"""Trains a refine net (nets.py, RefineNet) on stored pairs: inputs and what should be added to the classical answer, made
by `npx node bench/refine-pairs.ts` with the engine's own code. Starts as the classical answer itself and is measured against it.

    python3 training/train_refine.py --pairs /tmp/pairs-jpeg --net refine-jpeg --run /tmp/refine-jpeg --budget-s 2400
"""

import argparse
import json
import math
import os
import time
from pathlib import Path

os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np
import torch

from container import take_over
from nets import RefineNet

NETS = {
    "refine-jpeg": {"width": 32, "blocks": 4, "grid": 8},
    "refine-noise": {"width": 32, "blocks": 4, "grid": 0},
    "refine-blur": {"width": 32, "blocks": 4, "grid": 0},
}
SEED = 20261121
# Many small steps learn more within a short budget than few large ones.
BATCH, PATCH, GRID = 4, 80, 8
TOP_RATE, LAST_RATE, TUNING_RATE = 2e-3, 1e-6, 1e-3
WARM_UP_STEPS = 60
AVERAGE = 0.995
LARGEST_GRADIENT = 0.3
# A tenth of the expected damage: what is better than that (flat drawings) need not become better still.
LEAST_SQUARE = 0.01
SAVE_EVERY_S = 150
# Held-out crops that are measured in between; at the end all are.
LOOKED_AT = 24


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pairs", type=Path, required=True)
    parser.add_argument("--net", choices=NETS, required=True)
    parser.add_argument("--run", type=Path, required=True)
    parser.add_argument("--budget-s", type=float, required=True, help="CPU seconds of all sessions of this run together")
    parser.add_argument("--kinds", nargs="*", help="only pairs with these damages")
    parser.add_argument("--start-from", type=Path, help="checkpoint of an earlier run, or a weight file")
    return parser.parse_args()


class Pairs:
    def __init__(self, folder, kinds):
        self.head = json.loads((folder / "pairs.json").read_text())
        self.crops, side = self.head["crops"], self.head["side"]
        shape = lambda planes: (len(self.crops), planes, side, side)
        self.inputs = np.memmap(folder / "inputs.bin", "<i2", "r", shape=shape(self.head["planesIn"]))
        self.targets = np.memmap(folder / "targets.bin", "<i2", "r", shape=shape(self.head["planesOut"]))
        self.maps = np.array([crop["maps"] for crop in self.crops], np.float32)
        self.units = np.array([crop["units"] for crop in self.crops], np.float32)
        kept = np.array([crop["heldOut"] for crop in self.crops])
        wanted = np.array([not kinds or crop["kind"] in kinds for crop in self.crops])
        self.train, self.held_out = np.flatnonzero(~kept & wanted), np.flatnonzero(kept & wanted)
        self.random = np.random.default_rng(SEED)

    def tensors(self, planes):
        return torch.from_numpy(np.stack(planes).astype(np.float32) / self.head["steps"])

    def batch(self):
        random, side = self.random, self.head["side"]
        picked = random.choice(self.train, BATCH)
        inputs, targets = [], []
        for i in picked:
            # Blocks of a JPEG file stay where they are, turned or not.
            y, x = random.integers(0, (side - PATCH) // GRID + 1, 2) * GRID
            cut = (slice(None), slice(y, y + PATCH), slice(x, x + PATCH))
            turn, mirror = random.integers(0, 4), random.random() < 0.5
            for stack, source in ((inputs, self.inputs), (targets, self.targets)):
                piece = np.rot90(source[i][cut], turn, (1, 2))
                stack.append(piece[:, :, ::-1] if mirror else piece)
        return self.tensors(inputs), torch.from_numpy(self.maps[picked]), self.tensors(targets)


def error_of(answer, target, units):
    """Mean square of each crop on the picture's scale."""
    return (((answer - target) * units[:, :, None, None]) ** 2).mean((1, 2, 3))


def held_out_gains(net, pairs, every):
    """Gain in dB over the classical answer, mean of each kind of damage."""
    gains = {}
    with torch.no_grad():
        for i in pairs.held_out[::every]:
            inputs, target = pairs.tensors([pairs.inputs[i]]), pairs.tensors([pairs.targets[i]])
            units = torch.from_numpy(pairs.units[i : i + 1])
            answer = net(inputs, torch.from_numpy(pairs.maps[i : i + 1]))
            before, after = error_of(0 * target, target, units).item(), error_of(answer, target, units).item()
            gains.setdefault(pairs.crops[i]["kind"], []).append(10 * math.log10(max(before, 1e-9) / max(after, 1e-9)))
    return {kind: round(float(np.mean(values)), 3) for kind, values in gains.items()}


def loss_of(answer, target):
    """Decibels, in nepers: every crop counts alike, however strong its damage. Roots of squares let a few crops whose damage the
    expectation does not fit rule all steps, and the noise net learnt nothing."""
    return 0.5 * ((answer - target) ** 2).mean((1, 2, 3)).add(LEAST_SQUARE).log().mean()


def main():
    args = arguments()
    torch.manual_seed(SEED)
    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    args.run.mkdir(parents=True, exist_ok=True)
    pairs = Pairs(args.pairs, args.kinds)
    size = NETS[args.net] | {
        "planes_in": pairs.head["planesIn"],
        "planes_out": pairs.head["planesOut"],
        "maps": pairs.maps.shape[1],
    }
    net, average = RefineNet(**size), RefineNet(**size)
    top = TOP_RATE
    if args.start_from:
        take_over(net, args.start_from)
        top = TUNING_RATE
    average.load_state_dict(net.state_dict())
    optimiser = torch.optim.Adam(net.parameters(), lr=top)
    checkpoint, step, used_s, cpu_s = args.run / "checkpoint.pt", 0, 0.0, 0.0
    if checkpoint.exists():
        state = torch.load(checkpoint)
        net.load_state_dict(state["net"])
        average.load_state_dict(state["average"])
        optimiser.load_state_dict(state["optimiser"])
        step, used_s, cpu_s = state["step"], state["used_s"], state["cpu_s"]
        pairs.random = np.random.default_rng(SEED + step)
    losses, clock, cpu, last_save = [], time.monotonic(), time.process_time(), time.monotonic()
    while True:
        rate = LAST_RATE + (top - LAST_RATE) * 0.5 * (1 + math.cos(math.pi * min(1, cpu_s / args.budget_s)))
        optimiser.param_groups[0]["lr"] = rate * min(1, (step + 1) / WARM_UP_STEPS)
        inputs, maps, target = pairs.batch()
        loss = loss_of(net(inputs, maps), target)
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), LARGEST_GRADIENT)
        optimiser.step()
        step += 1
        with torch.no_grad():
            for mean, now in zip(average.parameters(), net.parameters()):
                mean.lerp_(now, 1 - min(AVERAGE, step / (step + 10)))
        losses.append(loss.item())
        used_s, clock = used_s + time.monotonic() - clock, time.monotonic()
        cpu_s, cpu = cpu_s + time.process_time() - cpu, time.process_time()
        ended = cpu_s >= args.budget_s
        if not ended and clock - last_save < SAVE_EVERY_S:
            continue
        last_save = clock
        gains = held_out_gains(average, pairs, 1 if ended else max(1, len(pairs.held_out) // LOOKED_AT))
        entry = {"step": step, "usedS": round(used_s), "cpuS": round(cpu_s), "loss": round(float(np.mean(losses)), 5)}
        with (args.run / "log.jsonl").open("a") as log:
            log.write(json.dumps(entry | {"heldOutGainDb": gains}) + "\n")
        losses = []
        facts = {"net": args.net, "steps": step, "cpuSeconds": round(cpu_s), "heldOutGainDb": gains, "pairs": len(pairs.train)}
        state = {"net": net.state_dict(), "average": average.state_dict(), "optimiser": optimiser.state_dict()}
        state |= {"step": step, "used_s": used_s, "cpu_s": cpu_s, "size": net.size, "facts": facts, "shape": "same-size"}
        torch.save(state, checkpoint.with_suffix(".new"))
        checkpoint.with_suffix(".new").rename(checkpoint)
        if ended:
            return


if __name__ == "__main__":
    main()
