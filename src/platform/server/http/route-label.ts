// How a request is named where it is counted.
import type { Context } from 'hono'
import { matchedRoutes } from 'hono/route'
import { RPC_PATH } from './error-response.ts'
import type { HttpEnv } from './request-context.ts'

/** Calls that succeeded are named by their path, which the contract bounds; all else by its pattern, so that no caller makes labels. */
export function routeLabel(context: Context<HttpEnv>): string {
  const { path } = context.req
  return path.startsWith(`${RPC_PATH}/`) && context.res.status < 400 ? path : patternOf(context)
}

/** TRAP: what is asked before every call (`/api/*`) matches as well, and stands behind the pattern of the call. */
function patternOf(context: Context<HttpEnv>): string {
  const patterns = matchedRoutes(context).map(({ path }) => path)
  const longest = patterns.toSorted((one, other) => other.length - one.length)[0] ?? '/*'
  return patterns.findLast((pattern) => !pattern.endsWith('*')) ?? longest
}
