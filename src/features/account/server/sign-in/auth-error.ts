// Refusals of ours in a route of the library, which answers what it knows: the code, and what goes with it.
import { APIError } from 'better-auth/api'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { statusOfError } from '#rulebook/errors/error-statuses.ts'
import { isErrorCode } from '#rulebook/errors/errors.ts'

export async function asAuthError<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ServiceError) || !isErrorCode(error.code)) throw error
    const { code, data } = error
    throw new APIError(statusOfError(code as never) as 400, { code, ...(data !== undefined && { data }) })
  }
}
