// Who computes: the default provider, and the models that are sent to another (decision 0065). The vendor is asked for the balance, which costs nothing.
import { createTopazClient } from '#features/processing/server/provider/topaz/topaz-client.ts'
import { TopazError } from '#features/processing/server/provider/topaz/topaz-errors.ts'
import type { Settings } from '#platform/server/settings.ts'
import { type Finding, finding, problem, warning, well } from './finding.ts'

const PART = 'provider'
const ANSWER_MS = 5000
const ADVICE = 'Check TOPAZ_ACCOUNT_URL and its answer. 请检查 TOPAZ_ACCOUNT_URL 及其应答。'

export const checkProvider = (settings: Settings): Promise<Finding> =>
  finding(PART, ADVICE, async () => {
    const { provider, providerRoutes, topaz } = settings
    const statement = whoComputes(settings)
    if (![provider, ...providerRoutes.values()].includes('topaz')) return well(PART, statement)
    if (topaz.apiKey !== undefined) return checkTopaz(statement, { ...topaz, apiKey: topaz.apiKey })
    return warning(
      PART,
      statement,
      'Set TOPAZ_API_KEY, or nothing can be started there. 未设置 TOPAZ_API_KEY，由其处理的工具无法开始。',
    )
  })

function whoComputes({ provider, providerRoutes, providerFailover }: Settings): string {
  const elsewhere = Object.entries(Object.groupBy(providerRoutes, ([, name]) => name)).flatMap(([name, routes]) =>
    name === provider ? [] : [`${name} for ${routes.map(([modelKey]) => modelKey).join(', ')}`],
  )
  const instead = providerFailover === 'local' ? ['local in the place of a refused account'] : []
  return [`${provider} computes`, ...elsewhere, ...instead].join('; ')
}

async function checkTopaz(statement: string, topaz: Settings['topaz'] & { apiKey: string }): Promise<Finding> {
  const client = createTopazClient({
    ...topaz,
    // One call; a running service keeps its own pace.
    pacer: { turn: async () => {} },
    requestTimeoutMs: ANSWER_MS,
    transferTimeoutMs: ANSWER_MS,
  })
  const answer = await client.balance(AbortSignal.timeout(ANSWER_MS)).catch((error: unknown) => error as Error)
  const host = new URL(topaz.accountUrl).host
  if (!(answer instanceof Error)) {
    if (answer.available > 0) return well(PART, `${statement}; ${host} knows the key, ${answer.available} credits left`)
    return warning(
      PART,
      `${statement}; ${host} has no credits left`,
      'Buy credits at the vendor, or nothing can be started there. 供应商余额为零，请充值，否则由其处理的工具无法开始。',
    )
  }
  if (answer instanceof TopazError && answer.isOfAccount)
    return problem(
      PART,
      `${host} refuses the key (${answer.status})`,
      "Check TOPAZ_API_KEY, TOPAZ_AUTH_HEADER and the account's plan. 请检查 TOPAZ_API_KEY、TOPAZ_AUTH_HEADER 与账号套餐。",
    )
  return problem(
    PART,
    `${host} does not answer (${answer instanceof TopazError ? (answer.status ?? answer.message) : answer.message})`,
    'This machine must reach TOPAZ_ACCOUNT_URL and TOPAZ_BASE_URL. 本机需能访问 TOPAZ_ACCOUNT_URL 与 TOPAZ_BASE_URL。',
  )
}
