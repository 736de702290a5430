// A span per statement of what is traced, on either home of the database. Texts carry placeholders; their values stay out. What no request and no
// run caused (the queue's polling) makes no span.
import type { PGlite } from '@electric-sql/pglite'
import type pg from 'pg'
import { currentTraceparent, inSpan, isTracing } from './spans.ts'

const TEXT_MAX_CHARACTERS = 500

type Query = (...args: unknown[]) => unknown

/** The pool's own questions, and those of connections that are lent for a transaction. */
export function tracePool(pool: pg.Pool): pg.Pool {
  if (!isTracing()) return pool
  traceQuery(pool)
  // TRAP: the pool asks its connections with a callback; that one is counted above.
  pool.on('connect', (client) => traceQuery(client))
  return pool
}

export function tracePglite(pglite: PGlite): PGlite {
  if (!isTracing()) return pglite
  traceQuery(pglite)
  const transaction = pglite.transaction.bind(pglite)
  pglite.transaction = (work) =>
    transaction((tx) => {
      traceQuery(tx)
      return work(tx)
    })
  return pglite
}

function traceQuery(target: object): void {
  const owner = target as { query: Query }
  const query = owner.query.bind(target)
  owner.query = (...args) => {
    if (typeof args.at(-1) === 'function' || !currentTraceparent()) return query(...args)
    const text = textOf(args[0])
    const operation = /^\W*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'SQL'
    const facts = { 'db.system.name': 'postgresql', 'db.operation.name': operation, 'db.query.text': text }
    return inSpan(operation, { kind: 'client', facts }, () => query(...args))
  }
}

function textOf(asked: unknown): string {
  const text = typeof asked === 'string' ? asked : (asked as { text?: unknown } | undefined)?.text
  return typeof text === 'string' ? text.slice(0, TEXT_MAX_CHARACTERS) : ''
}
