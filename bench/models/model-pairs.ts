// For every two models of one family the picture on which their results differ most, and whether one sees that.
import type { Raster } from '#engine/image/raster.ts'
import { blockDifference } from './block-difference.ts'

/** 8-bit levels in the most different tenth of the blocks: less is taken for the same picture. */
const VISIBLE_LEVELS = 3

export interface Result {
  readonly modelKey: string
  readonly label: string
  readonly picture: Raster
  /** As the table of the scene shows them. */
  readonly cells: readonly string[]
}

interface Pair {
  readonly scene: string
  readonly results: readonly [Result, Result]
  readonly levels: number
}

const familyOf = (modelKey: string) => modelKey.slice(0, modelKey.lastIndexOf('/'))

export function createPairs() {
  const most = new Map<string, Pair>()
  return {
    add(scene: string, results: readonly Result[]): void {
      for (const [i, one] of results.entries())
        for (const other of results.slice(i + 1)) {
          if (one.modelKey === other.modelKey || familyOf(one.modelKey) !== familyOf(other.modelKey)) continue
          const levels = blockDifference(one.picture, other.picture)
          const key = `${one.modelKey} ${other.modelKey}`
          if (levels > (most.get(key)?.levels ?? -1)) most.set(key, { scene, results: [one, other], levels })
        }
    },
    /** Prints them and gives those that nobody can tell apart. */
    print(): readonly string[] {
      console.log(
        '\n| two models | picture | levels | PSNR-Y | SSIM | fine structure | noise |\n|---|---|---|---|---|---|---|',
      )
      for (const { scene, results, levels } of most.values()) {
        const [one, other] = results
        const both = one.cells.map((cell, i) => `${cell} / ${other.cells[i]}`)
        console.log(`| ${one.label}, ${other.label} | ${scene} | ${levels.toFixed(1)} | ${both.join(' | ')} |`)
      }
      return [...most].filter(([, { levels }]) => levels < VISIBLE_LEVELS).map(([key]) => key)
    },
  }
}
