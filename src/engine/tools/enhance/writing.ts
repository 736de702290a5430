// Pages of writing: there the shape of a letter is what counts, and nothing may be drawn into it that the source does not show (decision 0199).
import { contentOf } from '#rulebook/runs/picture-content.ts'
import type { PlanInput } from '../plan.ts'

/** What the advice calls a picture of writing. */
export const isWriting = ({ analysis: { content } }: Pick<PlanInput, 'analysis'>): boolean =>
  contentOf({ ...content }) === 'text'
