// How a request is named where it is counted.
import type { Context } from 'hono'
import { routePath } from 'hono/route'
import { RPC_PATH } from './error-response.ts'
import type { HttpEnv } from './request-context.ts'

/** Calls that succeeded are named by their path, which the contract bounds; all else by its pattern, so that no caller makes labels. */
export function routeLabel(context: Context<HttpEnv>): string {
  const { path } = context.req
  return path.startsWith(`${RPC_PATH}/`) && context.res.status < 400 ? path : routePath(context, -1)
}
