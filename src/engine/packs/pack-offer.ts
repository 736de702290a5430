// What plans know of a pack: facts of its manifest, its cost, and which of them gives the best result in the time that a run may take.
import type { PackRun } from '../engine-types.ts'
import type { FoundPack } from './find-packs.ts'
import { packName } from './manifest.ts'

/** A third-party net that enlarges. */
export interface PackFacts {
  /** `id@version`. */
  readonly name: string
  readonly factor: number
  readonly tilePx: number
  readonly overlapPx: number
  /** CPU seconds for a megapixel of input. */
  readonly costPerMegapixel: number
}

export interface PackOffer extends PackFacts {
  /** Keys of the models that may use it. */
  readonly tools: readonly string[]
}

export interface OfferedPacks {
  readonly offers: readonly PackOffer[]
  /** The longest that one may run. */
  readonly mostSeconds: number
}

export const offersOf = (packs: readonly FoundPack[]): PackOffer[] =>
  packs.map(({ manifest: { id, version, net, tiles, cost, tools } }) => ({
    name: packName({ id, version }),
    factor: net.factor,
    ...tiles,
    costPerMegapixel: cost.cpuSecondsPerMp,
    tools,
  }))

/** CPU seconds per megapixel of the source: every tile is computed with its surroundings. */
export const packCost = ({ tilePx, overlapPx, costPerMegapixel }: PackFacts): number =>
  costPerMegapixel * (tilePx / (tilePx - 2 * overlapPx)) ** 2

/** Cores of a run, where the machine has them. */
const CORES = 2
/** Below it a net that enlarges four times computes sixteen pixels for hardly two. */
const LEAST_FACTOR = 1.5

/** Seconds that the pack takes for a picture. */
export const packSeconds = (pack: PackFacts, megapixels: number): number => (packCost(pack) * megapixels) / CORES

/** The most expensive one, which is the best, that fits the time limit; undefined: our own nets. */
export function bestPack(packs: OfferedPacks, { modelKey, megapixels, factor }: PackRun): PackOffer | undefined {
  if (factor < LEAST_FACTOR) return undefined
  return packs.offers
    .filter((offer) => offer.tools.includes(modelKey) && packSeconds(offer, megapixels) <= packs.mostSeconds)
    .sort((a, b) => packCost(b) - packCost(a))[0]
}
