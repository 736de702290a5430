// How long the chain still takes: what its steps usually take (decision 0097), less what is done of the one that runs.
import { useQueries } from '@tanstack/react-query'
import type { CurrentPicture } from '../picture/current-picture.ts'
import { usualTimeQuery } from '../run/model-queries.ts'
import type { RepairStep } from './repair.ts'

/** Undefined while one of them is not known: a sum without it would promise too much. */
export function useRepairSeconds(steps: readonly RepairStep[], { width, height }: CurrentPicture): number | undefined {
  const megapixels = (width * height) / 1e6
  const answers = useQueries({ queries: steps.map(({ model }) => usualTimeQuery(model.key, megapixels)) })
  return steps.reduce<number | undefined>((sum, { isChosen, phase, job }, i) => {
    if (!isChosen || phase === 'done') return sum
    const seconds = answers[i]?.data?.usual?.seconds
    const left = phase === 'running' || phase === 'lost' ? 1 - (job?.progress ?? 0) / 100 : 1
    return sum === undefined || seconds === undefined ? undefined : sum + seconds * left
  }, 0)
}
