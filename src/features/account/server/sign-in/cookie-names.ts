// What our cookies are called. Reached by https they carry `__Host-`: browsers take such a name only from this very host, so no other host of the domain
// can slip a visitor a session or a ticket of its own. Cookies from before this name are read for as long as they live (decision 0160).
const PRODUCT = 'huanying'
const HOST = '__Host-'
/** Better Auth's own prefix, and those of ours that had none and live long. */
const NAMES_BEFORE = /^(?:__Secure-(huanying\..+)|(huanying\.(?:known-browser|device)))$/

const prefixOf = (publicOrigin: string): string => (publicOrigin.startsWith('https:') ? HOST + PRODUCT : PRODUCT)

export const cookieNameOf = (publicOrigin: string, name: string): string => `${prefixOf(publicOrigin)}.${name}`

/** Every cookie of ours; the name asks for the path and for no domain. */
export const cookieAttributes = (publicOrigin: string) =>
  ({ path: '/', httpOnly: true, sameSite: 'lax', secure: publicOrigin.startsWith('https:') }) as const

/** Better Auth adds a dot and its own word. Its own prefix would be `__Secure-`, which other hosts of the domain may set. */
export const cookieOptions = (publicOrigin: string) => ({
  cookiePrefix: prefixOf(publicOrigin),
  useSecureCookies: false,
  defaultCookieAttributes: cookieAttributes(publicOrigin),
})

/** Adds today's name of each cookie that came by its old one only; changes the headers of a request in place. */
export function adoptCookieNames(headers: Headers, publicOrigin: string): void {
  const sent = headers.get('cookie')
  if (!sent || !publicOrigin.startsWith('https:')) return
  const cookies = sent.split('; ')
  const names = new Set(cookies.map(nameOf))
  const adopted = cookies.flatMap((cookie) => {
    const today = nameOfToday(nameOf(cookie))
    return today && !names.has(today) ? [today + cookie.slice(nameOf(cookie).length)] : []
  })
  if (adopted.length > 0) headers.set('cookie', [...cookies, ...adopted].join('; '))
}

/**
 * An answer that sets a cookie by today's name also ends the old one, or a sign-out would restore the session of an earlier user.
 */
export function endCookiesBefore(request: Headers, answer: Headers): void {
  const set = new Set(answer.getSetCookie().map(nameOf))
  for (const name of new Set((request.get('cookie') ?? '').split('; ').map(nameOf))) {
    const today = nameOfToday(name)
    if (!today || !set.has(today)) continue
    // Ours were kept below these paths.
    for (const path of ['/', '/api', '/api/auth'])
      answer.append('set-cookie', `${name}=; Path=${path}; Max-Age=0; HttpOnly; Secure; SameSite=Lax`)
  }
}

const nameOf = (cookie: string): string => cookie.split('=', 1)[0]!.trim()

function nameOfToday(name: string): string | undefined {
  const [, secure, plain] = NAMES_BEFORE.exec(name) ?? []
  const rest = secure ?? plain
  return rest && HOST + rest
}
