// Predicts how long a third-party net will run: it is most of a run's time, 32 of 35 s for 256 × 256 pixels by the large net.
import { PACK_MODELS } from '../capabilities.ts'
import type { PackRun, UsedPacks } from '../engine-types.ts'
import { findPacks, isFound } from '../packs/find-packs.ts'
import { packFolders } from '../packs/pack-folders.ts'
import { bestPack, offersOf, packSeconds } from '../packs/pack-offer.ts'

/** 0 where none would be used. An installed net may still fail its check here: the run is then shorter than predicted. */
export async function secondsByPack(used: UsedPacks | undefined, run: PackRun): Promise<number> {
  if (!used || used.mostSeconds === 0 || !PACK_MODELS.includes(run.modelKey)) return 0
  const found = (await findPacks(packFolders(used.addedFolder))).filter(isFound)
  const pack = bestPack({ offers: offersOf(found), mostSeconds: used.mostSeconds }, run)
  return pack ? packSeconds(pack, run.megapixels) : 0
}
