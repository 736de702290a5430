// A run before it is started (decision 0066): the size of its result, its price, the seconds that are expected, and why it cannot be had. The
// same guards as the start's, and nothing is taken.
import { ServiceError } from '#platform/server/http/service-error.ts'
import type { Problem } from '#rulebook/problem.ts'
import { QUOTE_GUARDS, QUOTED_GUARDS } from '#rulebook/runs/start-guards.ts'
import type { Size } from '#rulebook/tools/output-height.ts'
import type { Quote, QuoteRequest } from '../../contract.ts'
import type { UsualTimes } from '../jobs/usual-seconds.ts'
import type { ProcessingParts } from '../processing-parts.ts'
import { chooseProvider } from '../provider/choose-provider.ts'
import type { Provider } from '../provider/provider.ts'
import { StartAttempt } from '../start/start-attempt.ts'
import { askGuard } from '../start/start-guards.ts'

interface Plan {
  readonly credits: number
  readonly input: Size
  readonly output: Size | undefined
  readonly params: StartAttempt['params']
  readonly problem: Problem | undefined
}

/** Throws ServiceError for what is no picture of this person, or no run. */
export function createQuotes(parts: ProcessingParts, usualTimes: UsualTimes) {
  return async (userId: string, request: QuoteRequest): Promise<Quote> => {
    const { provider, refusal, insteadOf } = await chooseProvider(parts, request.modelKey)
    const conditions = {
      systemSettings: await parts.readSystemSettings(),
      isWithinRate: true,
      ...provider.capabilities,
      gateRefusal: refusal,
      recipient: provider.recipient,
      insteadOf,
    }
    const plan = await parts.database.orm.transaction((tx) =>
      planOf(new StartAttempt(tx, userId, { ...request, startKey: '' }, conditions)),
    )
    const problem = plan.problem ?? (refusal && { code: refusal })
    return {
      credits: plan.credits,
      size: plan.output ?? null,
      ...(await timeOf(provider, request, plan, usualTimes)),
      problem: problem ? { code: problem.code, ...(problem.data && { data: problem.data }) } : null,
    }
  }
}

async function planOf(attempt: StartAttempt): Promise<Plan> {
  for (const guard of QUOTE_GUARDS) {
    const refused = await askGuard(guard, attempt)
    if (refused) throw new ServiceError(refused.code, refused.data)
  }
  let problem: Problem | undefined
  for (const guard of QUOTED_GUARDS) problem ??= await askGuard(guard, attempt)
  const plan = await attempt.output()
  const { widthPx: width, heightPx: height } = (await attempt.source())!
  return {
    credits: (await attempt.price()).credits,
    input: { width, height },
    output: 'size' in plan ? plan.size : undefined,
    params: attempt.params,
    problem,
  }
}

/** The provider's own word first, then what runs took here. */
async function timeOf(
  provider: Provider,
  { modelKey }: QuoteRequest,
  { input, output, params }: Plan,
  usualTimes: UsualTimes,
): Promise<Pick<Quote, 'seconds' | 'from'>> {
  const vendorSeconds = output && (await provider.estimateSeconds?.({ modelKey, params, input, output }))
  if (vendorSeconds !== undefined) return { seconds: vendorSeconds, from: 'vendor' }
  const megapixels = (input.width * input.height) / 1e6
  const usual = await usualTimes({ modelKey, megapixels, factor: output && output.height / input.height })
  return { seconds: usual?.seconds ?? null, from: usual?.from ?? null }
}
