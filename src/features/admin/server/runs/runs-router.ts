import type { AdminCalls } from '../admin-calls.ts'
import type { AdminParts } from '../admin-parts.ts'
import { readRunList, readRunPage } from './read-runs.ts'
import { startAgain } from './start-again.ts'

export function createRunsRouter(parts: AdminParts, { runs }: AdminCalls) {
  return runs.router({
    list: runs.list.handler(({ input }) => readRunList(parts.database.orm, input)),
    get: runs.get.handler(({ input }) => readRunPage(parts.database.orm, input.id)),
    again: runs.again.handler(({ input, context }) => startAgain(parts, context, input)),
  })
}
