// `npm run admin -- grant|revoke|list [EMAIL]`: run by the command itself, or by the running service that owns the embedded database.
import { type AppointParts, listAdmins, makeAdmin, revokeAdmin } from './appoint-admins.ts'

export interface CommandAnswer {
  /** What the person at the console reads. */
  readonly text: string
  readonly exitCode: 0 | 1 | 2
}

const USAGE =
  'Usage: npm run admin -- grant EMAIL | revoke EMAIL | list\n用法：npm run admin -- grant 邮箱 | revoke 邮箱 | list'
const NOBODY =
  'There is no administrator yet: npm run admin -- grant EMAIL. 还没有管理员，请执行 npm run admin -- grant 邮箱。'

const OUTCOMES = {
  made: 'is an administrator now. 已设为管理员。',
  'already-admin': 'is an administrator already. 已经是管理员。',
  revoked: 'is no administrator any more. 已取消管理员身份。',
  'no-admin': 'is no administrator. 不是管理员。',
  'last-admin':
    'is the last administrator who can act; grant somebody else first. 是最后一位可用的管理员，请先指定另一位。',
  'no-account': 'has no account here; register first. 尚未注册账户，请先注册。',
} as const
const FAILED: readonly (keyof typeof OUTCOMES)[] = ['last-admin', 'no-account']

/** Asked before a database is opened for it; undefined for words that mean something. */
export function misuseOf([verb, email, ...more]: readonly string[]): CommandAnswer | undefined {
  const isList = verb === 'list' && email === undefined
  const isChange = (verb === 'grant' || verb === 'revoke') && !!email && more.length === 0
  return isList || isChange ? undefined : { text: USAGE, exitCode: 2 }
}

export async function runAdminCommand(
  { database, note }: Pick<AppointParts, 'database' | 'note'>,
  words: readonly string[],
): Promise<CommandAnswer> {
  const misuse = misuseOf(words)
  if (misuse) return misuse
  const [verb, email = ''] = words
  if (verb === 'list') return listed(await listAdmins(database))
  const outcome = await (verb === 'grant' ? makeAdmin : revokeAdmin)({ database, note, source: 'command' }, email)
  return { text: `${email} ${OUTCOMES[outcome]}`, exitCode: FAILED.includes(outcome) ? 1 : 0 }
}

const listed = (emails: readonly string[]): CommandAnswer => ({
  text: emails.length > 0 ? emails.join('\n') : NOBODY,
  exitCode: 0,
})
