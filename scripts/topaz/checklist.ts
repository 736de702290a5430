// `npm run check:topaz`: asks the real service, with a real key, whether it still is what the contract says, and prints what differs. Nothing is
// charged without `--paid`, and then at most three vendor credits. No picture of a person is sent; the key is never printed.
import type { TopazGeneration } from '#features/processing/server/provider/topaz/topaz-models.ts'
import { type CheckedAccount, createAskVendor } from './ask-vendor.ts'
import { type Check, CheckFailure } from './check.ts'
import { freeChecks } from './free-checks.ts'
import { paidChecks } from './paid-checks.ts'

export interface Checked {
  readonly name: string
  readonly section: string
  readonly isAsWritten: boolean
  readonly found: string
}

interface ChecklistOptions {
  readonly account: CheckedAccount
  readonly generation: TopazGeneration
  /** Real tasks, for vendor credits. */
  readonly isPaid: boolean
  readonly onChecked?: (checked: Checked) => void
  /** Tests are quicker. */
  readonly gapMs?: number
  readonly pollMs?: number
}

const POLL_MS = 3000

export async function runChecklist(options: ChecklistOptions): Promise<Checked[]> {
  const { account, generation, isPaid, onChecked, pollMs = POLL_MS } = options
  const ask = createAskVendor(account, options.gapMs)
  const checks: readonly Check[] = [
    ...freeChecks(ask, generation),
    ...(isPaid ? paidChecks(ask, generation, pollMs) : []),
  ]
  const all: Checked[] = []
  for (const { name, section, run } of checks) {
    const outcome = await run().catch((error: unknown) => ({ isAsWritten: false, found: reasonOf(error) }))
    const checked = { name, section, ...outcome }
    onChecked?.(checked)
    all.push(checked)
  }
  return all
}

export const checkedText = ({ name, section, isAsWritten, found }: Checked): string =>
  `${isAsWritten ? 'as written' : 'DIFFERS   '}  ${section.padEnd(10)}  ${name}: ${found}`

/** The system's code or our own words; messages of the runtime may hold addresses. */
function reasonOf(error: unknown): string {
  if (error instanceof CheckFailure) return error.message
  return (error as { cause?: { code?: string } }).cause?.code ?? 'no answer'
}
