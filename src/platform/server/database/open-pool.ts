// Connections to a PostgreSQL server that may be ended at any moment: a restart, a failover, pg_terminate_backend.
import pg from 'pg'

/** Else a line that a firewall dropped without a word looks open for hours, and the LISTEN on it hears nothing. */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 30_000 } as const

/** A machine that is gone and a server that is stopped accept nobody and refuse nobody. */
const CONNECT = { connectionTimeoutMillis: 15_000 } as const

/** Every connection of ours. TRAP: the pool's own setting of this name bounds the wait for a free connection, too. */
export class ServerClient extends pg.Client {
  constructor(config: pg.ClientConfig = {}) {
    super({ ...config, ...KEEP_ALIVE, ...CONNECT })
  }
}

/** A pool that survives broken connections: none ends the process, and none stays counted as checked out. */
export function openPool(url: string, onConnect: (client: pg.ClientBase) => Promise<void>): pg.Pool {
  const pool = new pg.Pool({ connectionString: url, max: 10, onConnect, Client: ServerClient })
  const lent = new Set<pg.PoolClient>()
  pool.on('acquire', (client) => lent.add(client))
  pool.on('release', (_error, client) => lent.delete(client))
  // An idle connection that breaks leaves the pool by itself, and the next query fails; without a listener the event would end the process.
  pool.on('error', () => {})
  // TRAP: the pool listens to idle connections only, and Drizzle never releases a checked-out one whose `begin` fails: ten such
  // failures and every call waits for ever, the shutdown too.
  pool.on('connect', (client) => void client.on('error', (error) => lent.has(client) && giveBack(client, error)))
  return pool
}

/** Releases on the borrower's behalf, who may release once more. */
function giveBack(client: pg.PoolClient, error: Error): void {
  client.release(error)
  client.release = () => {}
}
