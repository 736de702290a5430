// Connections to a PostgreSQL server that may be ended at any moment: a restart, a failover, pg_terminate_backend.
import pg from 'pg'

/** A pool that outlives its connections: none that broke ends the process, and none stays counted as lent. */
export function openPool(url: string, onConnect: (client: pg.ClientBase) => Promise<void>): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 10, onConnect })
  const lent = new Set<pg.PoolClient>()
  pool.on('acquire', (client) => lent.add(client))
  pool.on('release', (_error, client) => lent.delete(client))
  // An idle connection that breaks leaves the pool by itself and the next query tells; unheard, the event would end the process.
  pool.on('error', () => {})
  // TRAP: the pool listens to idle connections only; and of a lent one whose `begin` fails, Drizzle never gives it back: ten such
  // moments and every call waits for ever, the stop of the service too.
  pool.on('connect', (client) => void client.on('error', (error) => lent.has(client) && giveBack(client, error)))
  return pool
}

/** In the borrower's place, who may give it back once more. */
function giveBack(client: pg.PoolClient, error: Error): void {
  client.release(error)
  client.release = () => {}
}
