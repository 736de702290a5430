// A line between the browser and a service that breaks when a journey wants it to: what Chromium's own offline mode leaves alone are requests on their way.
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type BreakableLine = Awaited<ReturnType<typeof startBreakableLine>>

export async function startBreakableLine() {
  const open = new Set<Socket>()
  let target = 0
  let isBroken = false
  const server = createServer((near) => {
    if (isBroken) return void near.destroy()
    const far = connect(target, '127.0.0.1')
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket)
      socket
        .on('error', () => {})
        .on('close', () => {
          open.delete(socket)
          other.destroy()
        })
      socket.pipe(other)
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const cut = () => {
    for (const socket of open) socket.destroy()
  }
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    leadTo: (origin: string) => {
      target = Number(new URL(origin).port)
    },
    /** What is on its way is lost, and nothing gets through until `mend`. */
    break: () => {
      isBroken = true
      cut()
    },
    mend: () => {
      isBroken = false
    },
    close: () => {
      server.close()
      cut()
    },
  }
}
