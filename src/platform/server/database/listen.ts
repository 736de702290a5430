// LISTEN on a PostgreSQL server over a connection of its own, made again when it breaks. What was announced meanwhile is lost,
// so a listener also looks for itself from time to time.
import pg from 'pg'
import { ServerClient } from './open-pool.ts'

const RECONNECT_DELAY_MS = 1000

/** Calls `onPayload` for every NOTIFY on `channel` until the answered function is called. */
export async function listenOnServer(
  url: string,
  channel: string,
  onPayload: (payload: string) => void,
): Promise<() => Promise<void>> {
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let isClosed = false

  const reconnect = () => {
    client = undefined
    if (isClosed || retry) return
    retry = setTimeout(() => {
      retry = undefined
      connect().catch(reconnect)
    }, RECONNECT_DELAY_MS)
    retry.unref()
  }
  const connect = async () => {
    const next = new ServerClient({ connectionString: url, application_name: 'huanying-listen' })
    // One that never came to listen is no listener's end.
    const lose = () => void (client === next && reconnect())
    next.on('error', lose)
    next.on('end', lose)
    next.on('notification', (message) => onPayload(message.payload ?? ''))
    try {
      await next.connect()
      await next.query(`listen ${pg.escapeIdentifier(channel)}`)
    } catch (error) {
      // Connected and refused, as by a standby in recovery. Not awaited: a server that is gone answers no farewell.
      next.end().catch(() => {})
      throw error
    }
    if (isClosed) await next.end()
    else client = next
  }

  await connect()
  return async () => {
    isClosed = true
    clearTimeout(retry)
    await client?.end()
  }
}
