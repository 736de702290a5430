// A press of start as tests, journeys and benches send it: automatic parameters, the catalogue's price, a fresh key.
import { modelByKey } from '#rulebook/tools/catalogue.ts'
import type { StartJob } from '../contract.ts'

export const startOf = (source: StartJob['source'], modelKey = 'denoise/normal'): StartJob => ({
  source,
  modelKey,
  mode: 'auto',
  params: {},
  shownCredits: modelByKey(modelKey)!.credits,
  startKey: crypto.randomUUID(),
})
