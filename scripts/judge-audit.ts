// Reads what `npm audit --json` answers (report version 2).

interface Vulnerability {
  readonly severity?: string
  readonly range?: string
  /** A name where the vulnerability is in a dependency, which is listed too. */
  readonly via?: readonly (string | { readonly title?: string; readonly url?: string })[]
}

const SEVERE = ['high', 'critical']

/** What to print, and whether a severe advisory is neither fixed nor accepted. */
export function judgeAudit(
  answer: string,
  accepted: Readonly<Record<string, string>>,
): { readonly lines: readonly string[]; readonly fails: boolean } {
  const found = vulnerabilitiesOf(answer)
  if (!found) return { lines: ['The registry tells no advisories here: not checked.'], fails: false }
  const lines = Object.entries(found).map(([name, { severity, range, via }]) => {
    const advisories = (via ?? []).flatMap((entry) =>
      typeof entry === 'string' ? [] : [`${entry.title} ${entry.url}`],
    )
    const reason = accepted[name] ? ` (accepted: ${accepted[name]})` : ''
    return `${severity}: ${name} ${range}${reason} ${advisories.join('; ')}`.trimEnd()
  })
  const fails = Object.entries(found).some(([name, { severity }]) => SEVERE.includes(severity ?? '') && !accepted[name])
  return { lines: lines.length > 0 ? lines : ['No known advisory concerns the packages we ship.'], fails }
}

function vulnerabilitiesOf(answer: string): Readonly<Record<string, Vulnerability>> | undefined {
  try {
    return JSON.parse(answer).vulnerabilities
  } catch {
    return undefined
  }
}
