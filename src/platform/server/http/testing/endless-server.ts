// Whoever is asked sends without an end, for tests of what we read of somebody else's answer.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const CHUNK = Buffer.alloc(64 * 1024, ' ')

export interface EndlessServer {
  readonly url: string
  /** Status of the next answers. */
  status: number
  /** Bytes of the newest answer. */
  readonly sentBytes: number
  close(): void
}

export async function startEndlessServer(): Promise<EndlessServer> {
  let sentBytes = 0
  const server = createServer((request, response) => {
    request.resume()
    sentBytes = 0
    response.statusCode = endless.status
    const send = (): void => {
      if (response.destroyed) return
      sentBytes += CHUNK.length
      response.write(CHUNK, send)
    }
    send()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endless = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    status: 200,
    get sentBytes() {
      return sentBytes
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
  return endless
}
