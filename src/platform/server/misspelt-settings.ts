// Names in the environment that are almost those of settings: nobody reads them, and the setting that was meant has its default.
import { SETTING_NAMES } from './settings.ts'

type Environment = Readonly<Record<string, string | undefined>>

const KNOWN = new Set(SETTING_NAMES.flatMap((name) => [name, `${name}_FILE`]))
/** Names of OpenTelemetry, which reads more of them than we do, and names in small letters. */
const OF_OTHERS = /^OTEL_|[^A-Z\d_]/
/** Short names are near to many words: HOST and HOME. */
const SHORT = 8

/** In the order of the environment, each with the setting that was probably meant. */
export function misspeltSettings(env: Environment): { readonly name: string; readonly meant: string }[] {
  return Object.keys(env).flatMap((name) => {
    if (KNOWN.has(name) || OF_OTHERS.test(name)) return []
    const most = name.length < SHORT ? 1 : 2
    const meant = [...KNOWN].find((known) => Math.abs(known.length - name.length) <= most && apart(name, known) <= most)
    return meant && env[meant] === undefined ? [{ name, meant }] : []
  })
}

export const misspeltText = ({ name, meant }: { name: string; meant: string }): string =>
  `${name} is no setting; ${meant} is. 没有名为 ${name} 的设置，是否应为 ${meant}？`

/** Letters that are to be added, taken away, changed or exchanged with their neighbour. */
function apart(one: string, other: string): number {
  let before: number[] = []
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let at = 1; at <= one.length; at += 1) {
    const next = [at]
    for (let to = 1; to <= other.length; to += 1) {
      const isSame = one[at - 1] === other[to - 1]
      const isSwapped = one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1]
      next[to] = Math.min(
        row[to]! + 1,
        next[to - 1]! + 1,
        row[to - 1]! + (isSame ? 0 : 1),
        isSwapped ? before[to - 2]! + 1 : Number.POSITIVE_INFINITY,
      )
    }
    ;[before, row] = [row, next]
  }
  return row[other.length]!
}
