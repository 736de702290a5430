// The adapter of the library's tables. Every statement that fails is noted (failed-database.ts); what serves once and is spent for an answer that
// failed is put back, and so is a secret that such an answer has replaced: by the request that did it, where nobody else has come between (decision 0216).
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { APIError } from 'better-auth/api'
import { and, eq, inArray } from 'drizzle-orm'
import type { Database, Orm, Transaction } from '#platform/server/database/database.ts'
import { currentRequest, restoreIfServiceFails } from '#platform/server/rate-limit/counted-tries.ts'
import { keepRoomForPasskey, PASSKEYS_FULL } from '../passkeys/passkey-room.ts'
import { authAccounts, authPasskeys, authTwoFactors, authUsers } from '../tables.ts'
import { begunAt, notingOwn } from './failed-database.ts'
import { isSpentModel, putBack, type SpentModel, spend } from './spent.store.ts'

type OpenAdapter = ReturnType<typeof drizzleAdapter>
type Adapter = ReturnType<OpenAdapter>
type Asking = (...asked: unknown[]) => Promise<unknown>
type Where = NonNullable<Parameters<Adapter['findMany']>[0]['where']>
interface Ask {
  readonly model?: string
  readonly where?: Where
  readonly update?: Readonly<Record<string, unknown>>
  readonly set?: Readonly<Record<string, unknown>>
  readonly data?: Readonly<Record<string, unknown>>
}

/** The transaction that the library is in; the embedded database has no other connection meanwhile. */
const within = new AsyncLocalStorage<Transaction>()
/** Each value has a salt of its own, so that it tells who wrote it. */
const SECRETS = {
  account: { table: authAccounts, key: 'password', column: authAccounts.password },
  twoFactor: { table: authTwoFactors, key: 'backupCodes', column: authTwoFactors.backupCodes },
} as const

export function createNotingAdapter(database: Database, open: (orm: Orm) => OpenAdapter): OpenAdapter {
  const opened = open(withTransactionsKnown(database.orm))
  return (options) => {
    const adapter = opened(options)
    const { transaction } = adapter
    const inTransaction: InTransaction = (work) => transaction((tx) => work(tx as never))
    adapter.transaction = (work) => notingOwn(() => transaction((tx) => work(noting(tx, database))))
    return noting(adapter, database, inTransaction)
  }
}

function withTransactionsKnown(orm: Orm): Orm {
  const transaction: Orm['transaction'] = (work, config) =>
    orm.transaction((tx) => within.run(tx, () => work(tx)), config)
  return new Proxy(orm, {
    get: (target, key) => {
      if (key === 'transaction') return transaction
      const value: unknown = Reflect.get(target, key)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

type Inside = Pick<Adapter, 'findMany'> & Record<string, Asking>
type InTransaction = <Result>(work: (adapter: Inside) => Promise<Result>) => Promise<Result>

/** In place, because the library knows its adapters by identity. */
function noting<Watched extends Omit<Adapter, 'transaction'>>(
  adapter: Watched,
  database: Database,
  inTransaction?: InTransaction,
): Watched {
  const parts = adapter as unknown as Record<string, unknown>
  const unwatched = { ...parts } as Inside
  const inOne: InTransaction = inTransaction ?? ((work) => work(unwatched))
  for (const [name, ask] of Object.entries(parts))
    if (typeof ask === 'function')
      parts[name] = async (...asked: unknown[]) => {
        const about = (asked[0] ?? {}) as Ask
        return notingOwn(async () => {
          const { model = '' } = about
          if (['consumeOne', 'delete'].includes(name) && isSpentModel(model))
            return inOne((inside) => spendAsked(database, inside, { ...about, model }, name === 'consumeOne'))
          const secret = secretIn(about)
          if (secret) return inOne((inside) => replaceSecret(database, inside, secret, name, about))
          if (name === 'create' && model === 'passkey')
            return inOne((inside) => createPasskey(inside, asPasskeyOfOurs(database, about)))
          return ask(...asked)
        })
      }
  return adapter
}

/**
 * A link, a state or a challenge serves once; taken for an answer that failed it serves once more. A session that was to be replaced by one whose
 * cookie never arrived goes on; one that this request made itself was for nobody yet.
 */
async function spendAsked(
  database: Database,
  inside: Inside,
  { model, where = [] }: Ask & { readonly model: SpentModel },
  isOne: boolean,
): Promise<unknown> {
  const tx = within.getStore()!
  const [by, at] = [currentRequest(), begunAt() ?? new Date()]
  const rows = await inside.findMany<{ id: string; userId?: string }>({
    model,
    where,
    ...(isOne && { limit: 1 }),
  })
  restoreIfServiceFails(() => putBack(database, by, at))
  const ids = rows.map(({ id }) => id)
  const spent = await spend(tx, model, ids)
  const owners = rows.flatMap(({ userId }) => userId ?? [])
  // Another request that gave the factor back has said that it is on.
  if (model === 'twoFactor' && owners.length > 0)
    await tx.update(authUsers).set({ twoFactorEnabled: false }).where(inArray(authUsers.id, owners))
  return isOne ? (rows.find(({ id }) => spent.includes(id)) ?? null) : undefined
}

interface Secret {
  readonly table: (typeof SECRETS)[keyof typeof SECRETS]['table']
  readonly key: string
  readonly column: (typeof SECRETS)[keyof typeof SECRETS]['column']
  readonly written: string
}

function secretIn({ model, update, set }: Ask): Secret | undefined {
  if (model !== 'account' && model !== 'twoFactor') return undefined
  const { key } = SECRETS[model]
  const written = (update ?? set)?.[key]
  return typeof written === 'string' ? { ...SECRETS[model], written } : undefined
}

/** Told that it failed, the owner goes on with the old one: a password, or the recovery codes before one was used or all were made anew. */
async function replaceSecret(
  database: Database,
  inside: Inside,
  { table, key, column, written }: Secret,
  name: string,
  about: Ask,
): Promise<unknown> {
  const found = await inside.findMany<{ id: string }>({
    model: about.model!,
    ...(about.where && { where: about.where }),
  })
  const ids = found.map(({ id }) => id)
  const kept = await within
    .getStore()!
    .select({ id: table.id, value: column })
    .from(table)
    .where(inArray(table.id, ids))
    .for('update')
  restoreIfServiceFails(async () => {
    for (const { id, value } of kept)
      await database.orm
        .update(table)
        .set({ [key]: value })
        .where(and(eq(table.id, id), eq(column, written)))
  })
  return inside[name]!(about)
}

async function createPasskey(inside: Inside, about: Ask): Promise<unknown> {
  if (!(await keepRoomForPasskey(within.getStore()!, String(about.data?.userId))))
    throw new APIError('CONFLICT', { code: PASSKEYS_FULL })
  return inside.create!(about)
}

/** Told that it failed, a person adds another: what came meanwhile by this request must not stay. */
function asPasskeyOfOurs({ orm }: Database, about: Ask): Ask & { readonly forceAllowId: boolean } {
  const id = randomUUID()
  restoreIfServiceFails(async () => void (await orm.delete(authPasskeys).where(eq(authPasskeys.id, id))))
  return { ...about, data: { ...about.data, id }, forceAllowId: true }
}
