// What a command answers that comes as a start's migration ends.
import { expect, it } from 'vitest'
import type { Database } from '#platform/server/database/database.ts'
import { refuseUnserved } from './open-served-database.ts'

const NO_TABLES = {}
const OLD = { last: '0' }
const NEW = { last: String(Number.MAX_SAFE_INTEGER) }

/** `states` in the order in which they are asked for; nobody has the turn to migrate. */
function server(...states: (typeof NO_TABLES | typeof OLD)[]): Pick<Database, 'kind' | 'query'> {
  const query = async (text: string): Promise<unknown[]> => {
    if (text.includes('pg_locks')) return []
    if (text.includes('to_regclass')) return [{ name: states[0] === NO_TABLES ? states.shift() && null : 'a table' }]
    return [states.shift()]
  }
  return { kind: 'server', query: query as Database['query'] }
}

it.each([
  ['made the first tables', NO_TABLES],
  ['brought them up to date', OLD],
])('one that has %s meanwhile is no reason to refuse', async (_, before) => {
  await refuseUnserved(server(before, NEW))
})

it('says what is so where nobody migrates', async () => {
  await expect(refuseUnserved(server(NO_TABLES, NO_TABLES))).rejects.toThrow('No service was started')
  await expect(refuseUnserved(server(OLD, OLD))).rejects.toThrow('of an earlier release')
})
