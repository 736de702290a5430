// A webhook as its provider sends it, kept on its way: the same bytes and signatures can then be sent by a test.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

export interface Delivery {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What `send` delivers, once, to this address. */
export async function captureDelivery(send: (address: string) => Promise<unknown>): Promise<Delivery> {
  let kept: Delivery | undefined
  const server = createServer(async (request, response) => {
    const { host: _, connection: _one, 'content-length': _two, ...headers } = request.headers
    kept = { headers: headers as Record<string, string>, body: await text(request) }
    response.end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    await send(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
  if (!kept) throw new Error('nothing was delivered')
  return kept
}
