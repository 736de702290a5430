// `PROVIDER_ROUTES="lighting=local,enhance/standard-v2=topaz"`: models and families that use another provider than the default
// (decision 0065). A model's own entry beats its family's, in whatever order they stand.
import { MODELS } from '#rulebook/tools/catalogue.ts'
import { TOOLS } from '#rulebook/tools/tool.ts'
import { SettingsError } from './settings-error.ts'

export const PROVIDER_NAMES = ['local', 'topaz', 'scripted'] as const
export type ProviderName = (typeof PROVIDER_NAMES)[number]

/** Provider by model key; models that use the default are not in it. */
export type ProviderRoutes = ReadonlyMap<string, ProviderName>

const ROUTED_NAMES = ['local', 'topaz'] as const
const HELP =
  'Write for example PROVIDER_ROUTES="lighting=local,enhance/standard-v2=topaz": a family or family/model, then local or topaz. 格式：系列或系列/模型=local 或 topaz，以逗号分隔。'

/** Throws SettingsError naming the entry that is wrong. */
export function routesFrom(text: string): ProviderRoutes {
  const families = new Map<string, ProviderName>()
  const models = new Map<string, ProviderName>()
  for (const entry of text.split(',').flatMap((part) => part.trim() || [])) {
    const [target = '', name, ...rest] = entry.split('=').map((part) => part.trim())
    const provider = ROUTED_NAMES.find((known) => known === name)
    if (!provider || rest.length > 0) throw wrong(entry, 'names neither local nor topaz')
    const isFamily = Object.hasOwn(TOOLS, target)
    const key = isFamily ? target : modelKeyOf(target)
    if (!key) throw wrong(entry, 'names no family and no model')
    const routes = isFamily ? families : models
    if (routes.has(key)) throw wrong(entry, 'is the second for the same name')
    routes.set(key, provider)
  }
  const ofFamilies = MODELS.flatMap(({ key, tool }) => {
    const provider = families.get(tool)
    return provider ? [[key, provider] as const] : []
  })
  return new Map([...ofFamilies, ...models])
}

/** By its key, as in its page's address, or by family and last name. */
const modelKeyOf = (target: string): string | undefined =>
  MODELS.find(({ key, tool, name }) => key === target || `${tool}/${name}` === target)?.key

const wrong = (entry: string, why: string) => new SettingsError(`PROVIDER_ROUTES: “${entry}” ${why}. ${HELP}`)
