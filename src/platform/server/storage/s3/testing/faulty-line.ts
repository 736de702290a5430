// A proxy in front of an S3 server: requests go on unchanged (the host, too, which is signed), except where a fault is planned.
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * `reset`: closed before anything was read. `silent`: never answered. `cut`: the answer breaks off after its first bytes. `stall`: nothing follows them. `lost`: the server does it, and
 * its answer does not arrive. `no-length`: the answer is whole and tells no length, as of a proxy that sends it in chunks. `404`: an upload that is not known. `body-error`: 200 with an error in the body, as S3 says late that joining parts failed.
 */
export type Fault =
  | '403'
  | '404'
  | '500'
  | '503'
  | '507'
  | 'reset'
  | 'silent'
  | 'cut'
  | 'stall'
  | 'lost'
  | 'no-length'
  | 'body-error'

const CODES: Partial<Record<Fault, string>> = { '403': 'AccessDenied', '404': 'NoSuchUpload' }

interface Rule {
  readonly isMeant: (request: IncomingMessage) => boolean
  readonly fault: Fault
  times: number
}

export type FaultyLine = Awaited<ReturnType<typeof startFaultyLine>>

export async function startFaultyLine(target: string) {
  const planned: Fault[] = []
  const rules: Rule[] = []
  const seen: string[] = []
  const open = new Set<ServerResponse>()
  let allowed = Number.POSITIVE_INFINITY
  const faultOf = (request: IncomingMessage): Fault | undefined => {
    const next = planned.shift()
    if (next) return next
    const rule = rules.find(({ isMeant, times }) => times > 0 && isMeant(request))
    if (rule) rule.times -= 1
    else allowed -= 1
    return rule?.fault ?? (allowed < 0 ? '403' : undefined)
  }
  const server = createServer((incoming, outgoing) => {
    seen.push(`${incoming.method} ${incoming.url}`)
    open.add(outgoing)
    outgoing.once('close', () => open.delete(outgoing))
    answerWith(faultOf(incoming), target, incoming, outgoing)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Faults of the next requests, whatever they are. */
    plan: (...faults: Fault[]) => planned.push(...faults),
    left: () => planned.length,
    /** A fault of requests of one kind, so many times. */
    fail: (isMeant: Rule['isMeant'], fault: Fault, times = 1) => rules.push({ isMeant, fault, times }),
    refuseAfter: (requests: number) => {
      allowed = requests
    },
    seen,
    /** Answers that are neither sent to their end nor cut. */
    open: () => open.size,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

function answerWith(
  fault: Fault | undefined,
  target: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): void {
  if (fault === undefined || isOfAnswer(fault)) handOn(fault, target, incoming, outgoing)
  else if (fault === 'reset') incoming.destroy()
  else {
    incoming.resume()
    if (fault === 'silent') return
    const code = CODES[fault] ?? 'InternalError'
    outgoing.writeHead(fault === 'body-error' ? 200 : Number(fault)).end(`<Error><Code>${code}</Code></Error>`)
  }
}

type AnswerFault = 'cut' | 'stall' | 'lost' | 'no-length'
const isOfAnswer = (fault: Fault): fault is AnswerFault => ['cut', 'stall', 'lost', 'no-length'].includes(fault)

function handOn(
  fault: AnswerFault | undefined,
  target: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): void {
  const { method, url: path, headers } = incoming
  const onward = httpRequest(target, { method, path, headers }, (answer) => {
    if (fault === 'lost') return void answer.resume().once('end', () => outgoing.destroy())
    if (fault === 'no-length') delete answer.headers['content-length']
    outgoing.writeHead(answer.statusCode!, answer.headers)
    if (method === 'HEAD') return void outgoing.end() // Swift sends a body with 404 here, too, which is none
    if (fault !== 'cut' && fault !== 'stall') return void answer.pipe(outgoing)
    answer.once('data', (chunk) => {
      outgoing.write(chunk, () => fault === 'cut' && outgoing.destroy())
      answer.pause()
    })
  })
  onward.on('error', () => outgoing.headersSent || outgoing.destroy())
  incoming.pipe(onward)
}
