// Beside api-headers.ts, because what starts the prerendered pages takes that alone.
import { apiHeaders } from './api-headers.ts'
import { windowPerson } from './window-person.ts'

/** Headers of a call by the signed-in person, and how a refused token is renewed: undefined for a visitor, and where the window is another person's by now. */
export async function renewableHeaders(): Promise<{
  readonly headers: Record<string, string>
  readonly renew: () => Promise<Record<string, string> | undefined>
}> {
  const headers = await apiHeaders()
  const person = windowPerson()
  const renew = async () => {
    const renewed = await apiHeaders(true)
    return renewed.authorization && windowPerson() === person ? renewed : undefined
  }
  return { headers, renew }
}
