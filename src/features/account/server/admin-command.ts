// `npm run admin -- grant|revoke|list [EMAIL]`: run by the command itself, or by the running service that owns the embedded database.
import type { Database } from '#platform/server/database/database.ts'
import { listAdmins, makeAdmin, revokeAdmin } from './appoint-admins.ts'

export interface CommandAnswer {
  /** What the person at the console reads. */
  readonly text: string
  readonly exitCode: 0 | 1 | 2
}

const USAGE = 'Usage: npm run admin -- grant EMAIL | revoke EMAIL | list'

const OUTCOMES = {
  made: 'is an administrator now.',
  'already-admin': 'is an administrator already.',
  revoked: 'is no administrator any more.',
  'no-admin': 'is no administrator.',
  'last-admin': 'is the last administrator who can act; grant somebody else first.',
  'no-account': 'has no account here; register first.',
} as const
const FAILED: readonly (keyof typeof OUTCOMES)[] = ['last-admin', 'no-account']

export async function runAdminCommand(database: Database, words: readonly string[]): Promise<CommandAnswer> {
  const [verb, email] = words
  if (verb === 'list' && words.length === 1) return listed(await listAdmins(database))
  if (!email || words.length > 2 || (verb !== 'grant' && verb !== 'revoke')) return { text: USAGE, exitCode: 2 }
  const outcome = await (verb === 'grant' ? makeAdmin : revokeAdmin)(database, email)
  return { text: `${email} ${OUTCOMES[outcome]}`, exitCode: FAILED.includes(outcome) ? 1 : 0 }
}

const listed = (emails: readonly string[]): CommandAnswer => ({
  text: emails.length > 0 ? emails.join('\n') : 'There is no administrator yet: npm run admin -- grant EMAIL',
  exitCode: 0,
})
