// Who computes which model (decision 0065): a new run goes where the operator sends its model, a started one stays with the provider that began it.
import type { Recipient } from '#rulebook/runs/provider-consent.ts'
import { RUN_ELSEWHERE_QUEUE, RUN_JOB_QUEUE } from '../queue-names.ts'
import type { Provider, ProviderGate } from './provider.ts'

interface JobOfProvider {
  readonly aiService: string
  readonly modelKey: string
}

export interface Providers {
  /** Those that new runs go to, the default first. */
  readonly used: readonly Provider[]
  /** Provider of new runs; the default for an unknown model. */
  of(modelKey: string): Provider
  /** Provider of a started run: the one that its row names, or, where that is not open here any more, the model's. */
  ofJob(job: JobOfProvider): Provider
  /** Who receives pictures outside the operator's machines; one at most. */
  readonly recipient: Recipient | undefined
  /** Ours, in the place of one whose account is refused; undefined unless the operator allows it (decision 0067). */
  readonly failover: Provider | undefined
  /** The account outside; one at most. */
  readonly gate: ProviderGate | undefined
  /** Whose runs wait for another machine, as their rows name it: they stand in a line of their own. */
  readonly elsewhere: readonly string[]
}

interface Choice {
  readonly byDefault: Provider
  /** By model key. */
  readonly routes?: ReadonlyMap<string, Provider>
  /** Gets no new runs, ends those that it began before the settings changed. */
  readonly retired?: readonly Provider[]
  readonly failover?: Provider | undefined
}

export function createProviders({ byDefault, routes = new Map(), retired = [], failover }: Choice): Providers {
  const used = [...new Set([byDefault, ...routes.values()])]
  const known = [...used, ...retired, ...(failover ? [failover] : [])]
  const of = (modelKey: string) => routes.get(modelKey) ?? byDefault
  return {
    used,
    of,
    ofJob: ({ aiService, modelKey }) => known.find((provider) => provider.aiService === aiService) ?? of(modelKey),
    failover,
    recipient: used.find(({ recipient }) => recipient)?.recipient,
    gate: used.find(({ gate }) => gate)?.gate,
    elsewhere: known.filter(isElsewhere).map(({ aiService }) => aiService),
  }
}

const isElsewhere = ({ parallelRuns }: Pick<Provider, 'parallelRuns'>): boolean => parallelRuns !== undefined

/** Runs that compute on this machine and runs that wait for another take no place from each other. */
export const queueOf = (provider: Pick<Provider, 'parallelRuns'>) =>
  isElsewhere(provider) ? RUN_ELSEWHERE_QUEUE : RUN_JOB_QUEUE
