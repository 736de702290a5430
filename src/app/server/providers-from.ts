// The providers that the settings name (decision 0065): the default and those that models and families are sent to.
import type { Engine } from '#engine/engine-types.ts'
import { createLocalProvider } from '#features/processing/server/provider/local-provider.ts'
import type { Provider } from '#features/processing/server/provider/provider.ts'
import { createProviderWebhooks } from '#features/processing/server/provider/provider-webhooks.ts'
import { createProviders, type Providers } from '#features/processing/server/provider/providers.ts'
import { createSharedPacer } from '#features/processing/server/provider/request-pacer.ts'
import { createScriptedProvider } from '#features/processing/server/provider/scripted-provider.ts'
import { createTopazProvider } from '#features/processing/server/provider/topaz/topaz-provider.ts'
import type { ProviderName } from '#platform/server/provider-routes.ts'
import type { Foundation } from './open-foundation.ts'

export function providersFrom(foundation: Foundation, engine: Engine): Providers {
  const { provider, providerRoutes, providerFailover } = foundation.settings
  const open = new Map<ProviderName, Provider>()
  const providerNamed = (name: ProviderName): Provider => {
    const known = open.get(name) ?? createProvider(foundation, engine, name)
    open.set(name, known)
    return known
  }
  return createProviders({
    byDefault: providerNamed(provider),
    routes: new Map([...providerRoutes].map(([modelKey, name]) => [modelKey, providerNamed(name)])),
    // Needs no account, so what it began it can always end.
    retired: [providerNamed('local')],
    failover: providerFailover === 'local' ? providerNamed('local') : undefined,
  })
}

function createProvider({ settings, log, database }: Foundation, engine: Engine, name: ProviderName): Provider {
  if (name === 'scripted') return createScriptedProvider()
  if (name === 'local') return createLocalProvider(engine)
  const { parallelJobs, requestsPerSecond, hasWebhooks, ...account } = settings.topaz
  const pacer = createSharedPacer(database, 'topaz', requestsPerSecond)
  const webhooks = hasWebhooks ? createProviderWebhooks({ database, ...settings }) : undefined
  return createTopazProvider({ ...account, parallelRuns: parallelJobs, pacer, engine, log, database, webhooks })
}
