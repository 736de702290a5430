// Finished pages show the packs as they are sold now (decision 0150): read once a second at most, and the last known ones while the database
// does not answer.
import type { Clock } from '#platform/server/clock.ts'
import type { Log } from '#platform/server/log.ts'
import { fillPacks, type Offered, showsPacks } from '#rulebook/credits/pack-prices.ts'

const FRESH_MS = 1000

interface Parts {
  readonly clock: Clock
  readonly log: Log
  readOffers(): Promise<Offered>
}

export async function openPacksInPages({ clock, log, readOffers }: Parts) {
  let newest = await readOffers()
  let readAtMs = clock.now().getTime()
  let reading: Promise<void> | undefined
  const read = async () => {
    readAtMs = clock.now().getTime()
    try {
      newest = await readOffers()
    } catch (error) {
      log.warn({ err: error }, 'packs could not be read: pages show the last known ones')
    }
    reading = undefined
  }
  return {
    isRenewed: showsPacks,
    renew: async (html: string): Promise<string> => {
      if (Math.abs(clock.now().getTime() - readAtMs) >= FRESH_MS) reading ??= read()
      await reading
      return fillPacks(html, newest)
    },
  }
}
