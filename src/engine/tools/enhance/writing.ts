// Pages of writing: there the shape of a letter is what counts, and nothing may be drawn into it that the source does not show (decision 0199).
import { contentOf } from '#rulebook/runs/picture-content.ts'
import type { PlanInput } from '../plan.ts'

/**
 * Part of the cells with contents that look like writing, whatever their ground. Drawn pages of letters of 10 to 32 px 0.42 to 0.78; photographs up
 * to 0.21, and only pictures of a few dozen cells more.
 */
const WRITING_SHARE = 0.35

/** What the advice calls a picture of writing, or one that is full of it. */
export const isWriting = ({ analysis: { content } }: Pick<PlanInput, 'analysis'>): boolean =>
  content.textShare >= WRITING_SHARE || contentOf({ ...content }) === 'text'
