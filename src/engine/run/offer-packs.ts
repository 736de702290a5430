// The packs of this machine as plans see them, and what opens one by its name.
import { findPacks, isFound } from '../packs/find-packs.ts'
import { packName } from '../packs/manifest.ts'
import { openPack } from '../packs/open-pack.ts'
import type { PackFolders } from '../packs/pack-folders.ts'
import { offersOf, type PackOffer } from '../packs/pack-offer.ts'
import type { OpenPackOf } from './choose-tier.ts'

/** What a plan needs to know, and what its choice is then opened by. */
export interface UsablePacks {
  readonly offers: readonly PackOffer[]
  readonly open: OpenPackOf
}

export async function offerPacks(folders: PackFolders): Promise<UsablePacks> {
  const found = (await findPacks(folders)).filter(isFound)
  return {
    offers: offersOf(found),
    open: async (name, threads) => {
      const pack = found.find(({ manifest }) => packName(manifest) === name)
      if (!pack) throw new Error(`there is no pack ${name}`)
      return openPack(pack, threads)
    },
  }
}
