// Why a start is refused. The rulebook gives the one order in which these are asked, and its texts; each guard answers the
// problem or nothing (document 2 §5, §6; C-03, C-05, C-07, C-20, C-48, U-14, U-24, U-29).
import { featureAllowed } from '#rulebook/credits/credits.ts'
import { isAdmin, mayStartJobs, mayUseAi } from '#rulebook/credits/tiers.ts'
import type { Problem } from '#rulebook/problem.ts'
import { MAX_ACTIVE_JOBS_PER_USER, type StartGuard } from '#rulebook/runs/start-guards.ts'
import { tooLargeData } from '#rulebook/runs/vendor-costs.ts'
import type { ParameterProblem } from '#rulebook/tools/check-parameters.ts'
import { checkParameters } from '#rulebook/tools/check-parameters.ts'
import { isNamedHeight } from '#rulebook/tools/named-sizes.ts'
import type { StartAttempt } from './start-attempt.ts'

type Refusal = Pick<Problem, 'data'> | undefined
type Guard = (attempt: StartAttempt) => Promise<Refusal> | Refusal

const refuseIf = (isRefused: boolean, data?: Problem['data']): Refusal =>
  isRefused ? { ...(data && { data }) } : undefined

const GUARDS: Readonly<Record<StartGuard, Guard>> = {
  'login-required': async (attempt) => refuseIf((await attempt.account()) === undefined),
  // Admins stay able to try the service before they open it again (C-48).
  maintenance: async (attempt) =>
    refuseIf(attempt.conditions.systemSettings.maintenanceMode && !isAdmin(await attempt.account())),
  'emergency-stop': (attempt) => refuseIf(attempt.conditions.systemSettings.emergencyStop),
  banned: async (attempt) => refuseIf(!mayUseAi(await attempt.account())),
  suspended: async (attempt) => refuseIf(!mayStartJobs(await attempt.account())),
  'rate-limited': ({ conditions }) =>
    refuseIf(!conditions.isWithinRate, { limit: conditions.systemSettings.apiRateLimit }),
  'unknown-model': (attempt) => refuseIf(attempt.model === undefined),
  'parameter-unsupported': async (attempt) =>
    unsupportedValue(attempt) ?? (await parameterProblem(attempt, 'parameter-unsupported')),
  'parameter-invalid': (attempt) => parameterProblem(attempt, 'parameter-invalid'),
  'upload-missing': async (attempt) => refuseIf((await attempt.source()) === undefined),
  'upload-expired': async (attempt) => refuseIf((await attempt.source())!.isExpired),
  'output-too-large': async (attempt) => {
    const plan = await attempt.output()
    return 'size' in plan ? undefined : { data: tooLargeData(plan, await attempt.outputLimitPx()) }
  },
  'engine-instead': async (attempt) => {
    const { insteadOf: name } = attempt.conditions
    return refuseIf(name !== undefined && !attempt.input.acceptsEngine, {
      name,
      credits: (await attempt.price()).credits,
    })
  },
  'price-changed': async (attempt) => {
    const { shownCredits } = attempt.input
    const { chargedCredits } = await attempt.charge()
    // Pages of before this rule name the price also where nothing is taken.
    const isFreeAtPrice = chargedCredits === 0 && shownCredits === (await attempt.price()).credits
    const isShown = shownCredits === undefined || shownCredits === chargedCredits || isFreeAtPrice
    return refuseIf(!isShown, { credits: chargedCredits })
  },
  'too-many-jobs': async (attempt) =>
    refuseIf((await attempt.use()).openJobs >= MAX_ACTIVE_JOBS_PER_USER, { limit: MAX_ACTIVE_JOBS_PER_USER }),
  'daily-limit': async (attempt) => {
    const limit = attempt.conditions.systemSettings.maxDailyCreditsPerUser
    const { listCredits } = await attempt.price()
    return refuseIf((await attempt.use()).creditsToday + listCredits > limit, { limit })
  },
  'insufficient-credits': async (attempt) => {
    const account = (await attempt.account())!
    const needed = (await attempt.price()).credits
    const remaining = account.creditsRemaining
    return refuseIf(!featureAllowed(account, remaining, needed), { needed, remaining })
  },
  'consent-needed': async (attempt) => {
    const { name, country } = attempt.conditions.recipient ?? {}
    return refuseIf(!(await attempt.hasConsent()), { name, country })
  },
}

/** The guard's problem under the guard's own name, or undefined when it lets the start pass. */
export async function askGuard(guard: StartGuard, attempt: StartAttempt): Promise<Problem<StartGuard> | undefined> {
  const refusal = await GUARDS[guard](attempt)
  return refusal && { ...refusal, code: guard }
}

/** What the provider cannot honour is refused, never billed as if done; a switch that is off and an empty text ask for nothing. */
function unsupportedValue({ params, conditions }: StartAttempt): Refusal {
  for (const [key, value] of Object.entries(params)) {
    const reason = conditions.unsupportedParams[key]
    if (reason && value !== false && value !== '') return { data: { key, reason } }
  }
  return undefined
}

async function parameterProblem(attempt: StartAttempt, code: ParameterProblem['code']): Promise<Refusal> {
  const { output_height: height, ...others } = attempt.params
  const source = await attempt.source()
  const picture = source && { width: source.widthPx, height: source.heightPx }
  const isNamed = attempt.model!.params.output_height !== undefined && isNamedHeight(height, picture)
  const found = checkParameters(attempt.model!, isNamed ? others : attempt.params)
  return found?.code === code ? found : undefined
}
