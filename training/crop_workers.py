"""Crops that processes beside the training draw: damage and drawings are made on processors, and a GPU learns faster than one of them draws."""

import numpy as np
import torch
from torch.utils.data import DataLoader, IterableDataset, get_worker_info


class EndlessBatches(IterableDataset):
    def __init__(self, crops, batch, since):
        self.crops, self.batch, self.since = crops, batch, since

    def __iter__(self):
        # Each worker is a copy of the source, so each draws by a seed of its own; a resumed run draws others than before.
        self.crops.random = np.random.default_rng([self.since, get_worker_info().id])
        while True:
            yield self.crops.batch(self.batch)


def crops_by_workers(crops, batch, workers, since):
    """Endless batches of `crops` by so many processes, not in an order that repeats."""
    drawn = EndlessBatches(crops, batch, since)
    return iter(DataLoader(drawn, batch_size=None, num_workers=workers, prefetch_factor=4, pin_memory=torch.cuda.is_available()))
