// The names of all calls that can change something, as the service itself knows them: procedures of the contract, the library's routes of accounts,
// and the plain routes. The table of calls under fire is complete when it has each of them, and no other.
import { contract } from '#app/contract.ts'
import { type AuthParts, createAuth } from '#features/account/server/sign-in/auth.ts'
import { createMetrics } from '#platform/server/metrics.ts'
import { composeFeatures } from '../../compose-features.ts'
import { callsOf } from '../role-callers.ts'
import type { FireWorld } from './fire-world.ts'

const AUTH_PATH = '/api/auth'
/** Those of the library's routes that a browser opens; all others are for reading, or have gone from it. */
const WRITING_LINKS = ['/callback/:id', '/verify-email', '/passkey/generate-authenticate-options']
const READING_LINKS = ['/get-session', '/reset-password/:token', '/two-factor/status', '/ok', '/error']

export async function mutatingCalls(world: FireWorld): Promise<string[]> {
  return [...procedures(), ...authRoutes(world), ...(await plainRoutes(world))]
}

interface Procedure {
  readonly '~orpc': { readonly route: { readonly method?: string } }
}

const procedures = (): string[] =>
  callsOf(contract)
    .filter((place) => procedureAt(place)['~orpc'].route.method !== 'GET')
    .map((place) => `rpc ${place}`)

const procedureAt = (place: string): Procedure =>
  place.split('.').reduce<unknown>((node, key) => (node as Record<string, unknown>)[key], contract) as Procedure

interface Endpoint {
  readonly path?: string
  readonly options?: { readonly method?: string | readonly string[] }
}

/** Those that are open. What makes them is never called. */
function authRoutes({ foundation }: FireWorld): string[] {
  const { database, settings } = foundation
  const { publicOrigin, secret } = settings
  const parts: unknown = { ...foundation, database, publicOrigin, secret, providers: [], signUpWall: [] }
  const { api, options } = createAuth(parts as AuthParts)
  const closed: readonly string[] = options.disabledPaths
  return Object.values(api as Record<string, Endpoint>).flatMap(({ path, options: { method = 'POST' } = {} }) => {
    if (!path || closed.includes(path) || READING_LINKS.includes(path)) return []
    const isLink = [method].flat().includes('GET')
    if (isLink && !WRITING_LINKS.includes(path))
      throw new Error(`is GET ${path} for reading? Say so in mutating-calls.ts`)
    return [`${isLink ? 'GET' : 'POST'} ${AUTH_PATH}${path}`]
  })
}

async function plainRoutes({ foundation, provider }: FireWorld): Promise<string[]> {
  const features = await composeFeatures(foundation, createMetrics(), { provider })
  await features.stop()
  const names = features.routes
    .flatMap(({ routes }) => routes)
    .filter(({ method }) => method === 'POST' || method === 'DELETE' || method === 'PUT' || method === 'PATCH')
    .map(({ method, path }) => `${method} ${path}`)
  // Middleware of a route stands beside it.
  return [...new Set(names)]
}
