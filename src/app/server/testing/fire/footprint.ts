// What a call leaves in the tables, in a form that can be compared with what the same call left another time: rows that were written, without
// what differs each time (ids, moments, secrets), and how many there are more or fewer.
import type { Database } from '#platform/server/database/database.ts'

/** Every try raises these counters, so a call that was tried again rightly leaves more; `auth_spent` holds what a request used up, for an hour. */
const COUNTERS = ['auth_spent', 'auth_rate_limits', 'verification_limits', 'user_quotas']
/** What depends on earlier calls, or on the number of tries. */
const PASSING_COLUMNS = [
  'seq',
  'last_seq',
  'hash',
  'head',
  'attempts',
  'counter',
  'last_used_step',
  'version',
  'file_size',
]

/** Rows by table, sorted; a count of fewer rows stands as `table -n`. */
export type Footprint = readonly string[]

export interface Footprints {
  /** Footprint of what is written after this moment. */
  begin(): Promise<() => Promise<Footprint>>
}

interface Written {
  readonly name: string
  readonly row: Record<string, unknown>
}

export async function openFootprints({ query }: Pick<Database, 'query'>): Promise<Footprints> {
  const tables = (
    await query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    )
  )
    .map(({ name }) => name)
    .filter((name) => !COUNTERS.includes(name))
  const counting = tables
    .map((name) => `select '${name}' as name, count(*)::int as n from "${name}"`)
    .join(' union all ')
  const reading = tables
    .map(
      (name) =>
        `select '${name}' as name, to_jsonb(t) as row from "${name}" t where t.xmin::text::bigint >= $1::bigint`,
    )
    .join(' union all ')
  const counts = async () =>
    new Map((await query<{ name: string; n: number }>(counting)).map(({ name, n }) => [name, n] as const))
  return {
    begin: async () => {
      // The library removes expired rows in whatever call comes next: those of earlier situations would count here.
      await query(`delete from auth_verifications where expires_at < now() + interval '1 minute'`)
      const before = await counts()
      const [mark] = await query<{ xid: string }>('select pg_current_xact_id()::text as xid')
      return async () => {
        const written = await query<Written>(reading, [mark!.xid])
        const changes = [...(await counts())].map(([name, n]) => ({ name, more: n - before.get(name)! }))
        const counted = changes
          .filter(({ more }) => more !== 0)
          .map(({ name, more }) => `${name} ${more > 0 ? '+' : ''}${more}`)
        return [...counted, ...written.map(lineOf)].sort()
      }
    },
  }
}

function lineOf({ name, row }: Written): string {
  const facts = Object.entries(row).flatMap(([column, value]) => {
    const fact = PASSING_COLUMNS.includes(column) ? undefined : factOf(value)
    return fact === undefined ? [] : [`${column}=${fact}`]
  })
  return `${name}: ${facts.join(' ')}`
}

/** Statuses, kinds, numbers and booleans as they are; of the rest only that it is there. */
function factOf(value: unknown): string | undefined {
  if (value === null) return undefined
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return /^[a-z]+([-_/][a-z]+)*$/.test(value) ? value : '…'
  return Array.isArray(value)
    ? '[]'
    : `{${Object.keys(value as object)
        .sort()
        .join(' ')}}`
}
