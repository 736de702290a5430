// Whether a browser's request comes from our own pages. Besides the configured origin, a page that was loaded from the very
// host it calls is ours: a browser sets both headers itself, so a foreign page cannot make them agree.

export function isOwnOrigin(headers: Headers, publicOrigin: string): boolean {
  const origin = headers.get('origin')
  return origin !== null && (origin === publicOrigin || origin === originOfHost(headers, publicOrigin))
}

/** The request's `Origin` when it names the host that was asked, by the scheme under which we are reached; else undefined. */
export function originOfHost(headers: Headers, publicOrigin: string): string | undefined {
  const origin = headers.get('origin')
  const host = headers.get('host')
  if (!origin || !host || !URL.canParse(origin)) return undefined
  return origin === `${new URL(publicOrigin).protocol}//${host}` ? origin : undefined
}
