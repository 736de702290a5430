// Where a browser is to be led after a call of the library. None of our pages names one of more than some dozen characters; the library writes what it
// does not trust into the log, before any of our rules sees the call.
import { ServiceError } from '#platform/server/http/service-error.ts'

const FIELDS = ['callbackURL', 'errorCallbackURL', 'newUserCallbackURL', 'redirectTo']
const MAX_CHARACTERS = 2000

/** Throws ServiceError `invalid-request` for one that is longer, in the body or in the query. */
export async function demandShortReturnAddresses(request: Request): Promise<void> {
  const { searchParams } = new URL(request.url)
  const isLong = (value: unknown) => typeof value === 'string' && value.length > MAX_CHARACTERS
  const body = request.body ? await request.clone().text() : ''
  const given = body.length > MAX_CHARACTERS ? objectIn(body) : {}
  if (FIELDS.some((name) => isLong(given[name]) || searchParams.getAll(name).some(isLong)))
    throw new ServiceError('invalid-request')
}

function objectIn(text: string): Record<string, unknown> {
  try {
    return Object(JSON.parse(text))
  } catch {
    // The library says so.
    return {}
  }
}
