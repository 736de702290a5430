// The packs of this machine as plans see them, and what opens one by its name.
import { findPacks, isFound } from '../packs/find-packs.ts'
import { openPack, packName } from '../packs/open-pack.ts'
import type { PackFolders } from '../packs/pack-folders.ts'
import type { PackOffer } from '../tools/plan.ts'
import type { OpenPackOf } from './choose-tier.ts'

/** What a plan needs to know, and what its choice is then opened by. */
export interface UsablePacks {
  readonly offers: readonly PackOffer[]
  readonly open: OpenPackOf
}

export async function offerPacks(folders: PackFolders): Promise<UsablePacks> {
  const found = (await findPacks(folders)).filter(isFound)
  return {
    offers: found.map(({ manifest: { id, version, net, tiles, cost, tools } }) => ({
      name: packName({ id, version }),
      factor: net.factor,
      ...tiles,
      costPerMegapixel: cost.cpuSecondsPerMp,
      tools,
    })),
    open: async (name, threads) => {
      const pack = found.find(({ manifest }) => packName(manifest) === name)
      if (!pack) throw new Error(`there is no pack ${name}`)
      return openPack(pack, threads)
    },
  }
}
