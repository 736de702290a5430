// `--role` of the command line, which wins over ROLE.
import { SettingsError } from './settings-error.ts'

const ROLE_WORDS = 'npm start -- --role web (or worker, or all)'

/**
 * Throws SettingsError for any other word. TRAP: without the two dashes npm keeps `--role` for itself, and the process would take every role.
 */
export function roleOf(
  args: readonly string[],
  { npm_config_role }: Readonly<Record<string, string | undefined>>,
): { ROLE?: string } {
  const [first, ...rest] = args
  if (npm_config_role !== undefined && !first?.startsWith('--role'))
    throw new SettingsError(`--role was kept by npm: write ${ROLE_WORDS}. 请写成 npm start -- --role web。`)
  if (first === undefined) return {}
  const [name, value] = first.split('=', 2)
  const [unknown] = name === '--role' ? rest.slice(value === undefined ? 1 : 0) : args
  if (unknown !== undefined)
    throw new SettingsError(`${unknown} is no word of this command: write ${ROLE_WORDS}. 无法识别的参数 ${unknown}。`)
  return { ROLE: value ?? rest[0] ?? '' }
}
