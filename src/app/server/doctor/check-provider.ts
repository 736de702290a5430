// Who computes: the default provider, and the models that are sent to another (decision 0065). Nothing is asked of anybody: a call may cost money.
import type { Settings } from '#platform/server/settings.ts'
import { type Finding, warning, well } from './finding.ts'

const PART = 'provider'

export function checkProvider({ provider, providerRoutes, providerFailover, topaz }: Settings): Finding {
  const elsewhere = Object.entries(Object.groupBy(providerRoutes, ([, name]) => name)).flatMap(([name, routes]) =>
    name === provider ? [] : [`${name} for ${routes.map(([modelKey]) => modelKey).join(', ')}`],
  )
  const instead = providerFailover === 'local' ? ['local in the place of a refused account'] : []
  const statement = [`${provider} computes`, ...elsewhere, ...instead].join('; ')
  const isTopazAsked = [provider, ...providerRoutes.values()].includes('topaz')
  if (!isTopazAsked || topaz.apiKey !== undefined) return well(PART, statement)
  return warning(
    PART,
    statement,
    'Set TOPAZ_API_KEY, or nothing can be started there. 未设置 TOPAZ_API_KEY，由其处理的工具无法开始。',
  )
}
