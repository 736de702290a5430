// Who does a new run: the provider of its model, or, while that one's account is refused or it does not answer, and the operator allows it, our own
// engine (decision 0067).
import type { ProcessingParts } from '../processing-parts.ts'
import type { GateRefusal, Provider } from './provider.ts'

export interface ProviderChoice {
  readonly provider: Provider
  /** Why nothing can be sent to it. */
  readonly refusal: GateRefusal | undefined
  /** The provider that it replaces, by its displayed name. */
  readonly insteadOf: string | undefined
}

export async function chooseProvider(
  { providers, isPoolEmpty }: Pick<ProcessingParts, 'providers' | 'isPoolEmpty'>,
  modelKey: string,
): Promise<ProviderChoice> {
  const provider = providers.of(modelKey)
  if (!provider.gate) return { provider, refusal: undefined, insteadOf: undefined }
  const refusal = (await provider.gate.refusal()) ?? ((await isPoolEmpty?.()) ? 'provider-quota' : undefined)
  const { failover } = providers
  if (failover && (refusal || (await provider.gate.isAway())))
    return { provider: failover, refusal: undefined, insteadOf: provider.recipient?.name ?? provider.name }
  return { provider, refusal, insteadOf: undefined }
}
