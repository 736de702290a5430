// Beside api-headers.ts, because what starts the prerendered pages takes that alone.
import { apiHeaders } from './api-headers.ts'
import { codedError } from './code-of.ts'
import { windowPerson } from './window-person.ts'

/** Headers of a call by whoever is signed in at this moment. Throws the code `not-signed-in` where a renewal was waited for and somebody has left meanwhile. */
export async function personalHeaders(): Promise<Record<string, string>> {
  const person = windowPerson()
  const headers = await apiHeaders()
  if (person && windowPerson() !== person) throw codedError('not-signed-in')
  return headers
}

/** With how a refused token is renewed: undefined for a visitor, and where the window is another person's by now. */
export async function renewableHeaders(): Promise<{
  readonly headers: Record<string, string>
  readonly renew: () => Promise<Record<string, string> | undefined>
}> {
  const headers = await personalHeaders()
  const person = windowPerson()
  const renew = async () => {
    const renewed = await apiHeaders(true)
    return renewed.authorization && windowPerson() === person ? renewed : undefined
  }
  return { headers, renew }
}
