// Calls of the checklist: plain requests, so that the vendor's answers are seen as they are, without the adapter's tolerance.
export interface CheckedAccount {
  readonly apiKey: string
  readonly imageUrl: string
  readonly accountUrl: string
  readonly authHeader: string
}

export interface Seen {
  readonly status: number
  readonly headers: Headers
  /** Undefined: no JSON. */
  readonly body: Record<string, unknown> | undefined
}

export type AskVendor = ReturnType<typeof createAskVendor>

const TIMEOUT_MS = 60_000
/** Below the product's own pace: the checklist may run beside the service. */
const GAP_MS = 300

export function createAskVendor({ apiKey, imageUrl, accountUrl, authHeader }: CheckedAccount, gapMs = GAP_MS) {
  const send = async (address: string, init: RequestInit, key = apiKey): Promise<Seen> => {
    await new Promise((resolve) => setTimeout(resolve, gapMs))
    const headers = { ...(init.headers as Record<string, string>), [authHeader]: key }
    const answer = await fetch(address, {
      ...init,
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    return { status: answer.status, headers: answer.headers, body: await bodyOf(answer) }
  }
  return {
    balance: (key?: string) => send(`${accountUrl}/credits/balance`, {}, key),
    get: (path: string) => send(`${imageUrl}/${path}`, {}),
    remove: (path: string) => send(`${imageUrl}/${path}`, { method: 'DELETE' }),
    estimate: (path: string, fields: Readonly<Record<string, string | number>>) =>
      send(`${imageUrl}/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(fields),
      }),
    submit(
      path: string,
      fields: Readonly<Record<string, string>>,
      file?: { bytes: Uint8Array; name: string; type: string },
    ) {
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) form.append(name, value)
      if (file) form.append('image', new Blob([file.bytes as Uint8Array<ArrayBuffer>], { type: file.type }), file.name)
      return send(`${imageUrl}/${path}`, { method: 'POST', body: form })
    },
    /** A presigned address: without the key. */
    async fetchBlob(address: string, method: 'GET' | 'HEAD' = 'GET') {
      const answer = await fetch(address, { method, signal: AbortSignal.timeout(TIMEOUT_MS) })
      return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()), headers: answer.headers }
    },
  }
}

async function bodyOf(answer: Response): Promise<Seen['body']> {
  try {
    return (await answer.json()) as Record<string, unknown>
  } catch {
    return undefined
  }
}
