// One caller per role of the documents, on a running service (document 1 §6; document 2 §6; U-14), and calls by their place in the contract.
import { createORPCClient } from '@orpc/client'
import { RPCLink } from '@orpc/client/fetch'
import type { Database } from '#platform/server/database/database.ts'
import { signUpPerson } from './test-person.ts'

/** What an account of the role has stored; the visitor has none. */
const ACCOUNTS = {
  free: { type: 'free', status: 'active' },
  premium: { type: 'premium', status: 'active' },
  vip: { type: 'vip', status: 'active' },
  admin: { type: 'admin', status: 'active' },
  suspended: { type: 'free', status: 'suspended' },
  banned: { type: 'free', status: 'banned' },
  'banned by type': { type: 'banned', status: 'active' },
} as const
export type SignedInRole = keyof typeof ACCOUNTS
export type Role = SignedInRole | 'visitor'
export const SIGNED_IN_ROLES = Object.keys(ACCOUNTS) as SignedInRole[]
export const ROLES: readonly Role[] = ['visitor', ...SIGNED_IN_ROLES]

export interface RoleCaller {
  readonly role: Role
  readonly userId: string | null
  readonly headers: Record<string, string>
  /** Returns `ok` or the code of the refusal. `path` as in the contract, with points. */
  call(path: string, input?: unknown): Promise<string>
}
type Call = (input?: unknown) => Promise<unknown>

export async function openRoleCallers(
  origin: string,
  publicOrigin: string,
  database: Database,
): Promise<Record<Role, RoleCaller>> {
  const callers: Partial<Record<Role, RoleCaller>> = {
    visitor: callerOf(origin, 'visitor', null, { apikey: 'huanying-web', origin: publicOrigin }),
  }
  for (const role of SIGNED_IN_ROLES) {
    const person = await signUpPerson(origin, publicOrigin, `${role.replaceAll(' ', '-')}@roles.example.com`)
    const { type, status } = ACCOUNTS[role]
    await database.query('update user_profiles set user_type = $2, status = $3 where id = $1', [
      person.userId,
      type,
      status,
    ])
    callers[role] = callerOf(origin, role, person.userId, { ...person.headers, origin: publicOrigin })
  }
  return callers as Record<Role, RoleCaller>
}

function callerOf(origin: string, role: Role, userId: string | null, headers: Record<string, string>): RoleCaller {
  const client: unknown = createORPCClient(
    new RPCLink({ url: `${origin}/api/rpc`, headers: { ...headers, 'x-browser-fingerprint': role } }),
  )
  return {
    role,
    userId,
    headers,
    call: async (path, input) => {
      const call = path.split('.').reduce((node, key) => (node as Record<string, unknown>)[key], client) as Call
      try {
        await firstOf(await call(input))
        return 'ok'
      } catch (error) {
        return String((error as { code?: unknown }).code ?? error)
      }
    },
  }
}

/** A stream is refused by its first event. */
async function firstOf(answer: unknown): Promise<void> {
  if (typeof answer !== 'object' || answer === null || !(Symbol.asyncIterator in answer)) return
  const events = (answer as AsyncIterable<unknown>)[Symbol.asyncIterator]()
  await events.next()
  await events.return?.()
}

/** Every call of a contract, by its path with points. */
export function callsOf(contract: object, prefix = ''): string[] {
  return Object.entries(contract).flatMap(([key, node]) => {
    const path = prefix ? `${prefix}.${key}` : key
    return '~orpc' in (node as object) ? [path] : callsOf(node as object, path)
  })
}
