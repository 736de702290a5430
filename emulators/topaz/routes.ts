// Method and path → what answers it (Topaz contract §2, §3, §4, §5, §6). What a generation has not is not found.
import { balance, estimate, estimateBulk } from './account-calls.ts'
import {
  cancel,
  deleteAllStatuses,
  deleteStatus,
  download,
  downloadInput,
  listStatuses,
  readStatus,
} from './job-calls.ts'
import { submit } from './submit-calls.ts'
import type { VendorCall } from './vendor-call.ts'
import { type Generation, hasPath, hasSyncCall, PATHS } from './vendor-models.ts'

type Handle = (call: VendorCall) => Promise<void> | void
export interface Route {
  readonly handle: Handle
  readonly parts: readonly string[]
}

const IMAGE = '/image/v1'
/** `*` is one variable part. */
const FIXED: readonly (readonly [method: string, path: string, handle: Handle])[] = [
  ['GET', `${IMAGE}/status`, listStatuses],
  ['DELETE', `${IMAGE}/status`, deleteAllStatuses],
  ['GET', `${IMAGE}/status/*`, readStatus],
  ['DELETE', `${IMAGE}/status/*`, deleteStatus],
  ['GET', `${IMAGE}/download/*`, download],
  ['GET', `${IMAGE}/download/input/*`, downloadInput],
  ['DELETE', `${IMAGE}/cancel/*`, cancel],
  ['POST', `${IMAGE}/estimate`, (call) => estimate(call, false)],
  ['POST', `${IMAGE}/estimate-gen`, (call) => estimate(call, true)],
  ['POST', `${IMAGE}/estimate-bulk`, estimateBulk],
  ['GET', '/account/v1/credits/balance', balance],
]

export function routeOf(generation: Generation, method: string, path: string): Route | undefined {
  for (const [routeMethod, pattern, handle] of FIXED) {
    const parts = routeMethod === method ? partsOf(pattern, path) : undefined
    if (parts) return { handle, parts }
  }
  const handle = method === 'POST' ? submitRoute(generation, path) : undefined
  return handle && { handle, parts: [] }
}

function partsOf(pattern: string, path: string): string[] | undefined {
  const wanted = pattern.split('/')
  const given = path.split('/')
  if (wanted.length !== given.length) return undefined
  const isSame = wanted.every((part, n) => part === '*' || part === given[n])
  return isSame ? given.filter((_, n) => wanted[n] === '*') : undefined
}

function submitRoute(generation: Generation, address: string): Handle | undefined {
  for (const path of PATHS) {
    if (!hasPath(generation, path)) continue
    if (address === `${IMAGE}/${path}/async`) return (call) => submit(call, path, false)
    if (address === `${IMAGE}/${path}` && hasSyncCall(generation, path)) return (call) => submit(call, path, true)
  }
  return undefined
}
