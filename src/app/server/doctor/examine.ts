// `npm run doctor`: every part of the house is tried as the service would use it, beside a running service or without one.
import { misspeltSettings, misspeltText } from '#platform/server/misspelt-settings.ts'
import { readSettings } from '#platform/server/settings.ts'
import { SettingsError } from '#platform/server/settings-error.ts'
import { startFailureMessage } from '../start-failure.ts'
import { checkAccounts } from './check-accounts.ts'
import { checkBackups } from './check-backups.ts'
import { checkDatabase, createLookOnce } from './check-database.ts'
import { checkIdentity } from './check-identity.ts'
import { checkMachine } from './check-machine.ts'
import { checkPictures } from './check-pictures.ts'
import { checkProvider } from './check-provider.ts'
import { type Finding, problem, type Verdict, warning, well } from './finding.ts'

const SEE_EXAMPLE = 'See .env.example. 请参考 .env.example。'

export async function examine(
  env: Readonly<Record<string, string | undefined>>,
  args: readonly string[],
): Promise<Finding[]> {
  const misspelt = misspeltSettings(env).map((one) => warning('settings', misspeltText(one), SEE_EXAMPLE))
  try {
    const settings = readSettings(env, args)
    const role = `role ${settings.role}, ${settings.databaseUrl ? 'PostgreSQL' : 'embedded database'}`
    const look = createLookOnce(settings)
    const checks = [
      checkProvider(settings),
      ...checkMachine(settings),
      checkDatabase(settings, look),
      checkBackups(settings),
      ...checkPictures(settings),
      checkIdentity(settings, look),
      ...checkAccounts(settings),
    ]
    const findings = await Promise.all(checks)
    return [well('settings', role), ...misspelt, ...findings.filter((one) => one !== undefined)]
  } catch (error) {
    const statement = error instanceof SettingsError ? error.message : startFailureMessage(error)
    return [problem('settings', statement, SEE_EXAMPLE), ...misspelt]
  }
}

const SIGNS: Readonly<Record<Verdict, string>> = { well: '✓', off: '–', warning: '!', problem: '✗' }
const PART_WIDTH = 9

export function findingsText(findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ part, verdict, statement, advice }) => [
    `${SIGNS[verdict]} ${part.padEnd(PART_WIDTH)} ${statement}`,
    ...(advice ? [`  ${''.padEnd(PART_WIDTH)} ${advice}`] : []),
  ])
  const count = (verdict: Verdict) => findings.filter((one) => one.verdict === verdict).length
  const [problems, warnings] = [count('problem'), count('warning')]
  return [...lines, '', `${problems} problems, ${warnings} warnings. ${problems} 个问题，${warnings} 个提醒。`].join(
    '\n',
  )
}
