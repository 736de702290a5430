// What `npm run doctor` says about one part of the house, in English and Chinese.

export type Verdict = 'well' | 'off' | 'warning' | 'problem'

export interface Finding {
  readonly part: string
  readonly verdict: Verdict
  readonly statement: string
  /** What to do; both languages. Absent where all is well. */
  readonly advice?: string
}

export const well = (part: string, statement: string): Finding => ({ part, verdict: 'well', statement })
export const off = (part: string, statement: string, advice: string): Finding => ({
  part,
  verdict: 'off',
  statement,
  advice,
})
export const warning = (part: string, statement: string, advice: string): Finding => ({
  part,
  verdict: 'warning',
  statement,
  advice,
})
export const problem = (part: string, statement: string, advice: string): Finding => ({
  part,
  verdict: 'problem',
  statement,
  advice,
})

/** A check that throws is a problem with the error's own words. */
export async function finding(part: string, advice: string, check: () => Promise<Finding>): Promise<Finding> {
  try {
    return await check()
  } catch (error) {
    return problem(part, errorText(error), advice)
  }
}

/** Connection errors come wrapped and without a message of their own. */
export function errorText(error: unknown): string {
  const { message, code, cause, errors } = error as {
    message?: string
    code?: string
    cause?: unknown
    errors?: unknown[]
  }
  if (errors?.length) return errorText(errors[0])
  const inner = cause ? `: ${errorText(cause)}` : ''
  return `${message || code || String(error)}${inner}`
}
