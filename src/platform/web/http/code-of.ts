/** The code of the register that a refusal of the server carries; undefined for anything else. */
export const codeOf = (error: unknown): unknown => (Object(error) as { code?: unknown }).code

/** An error of the browser's own with a code of the register, so that `messageOf` says it. */
export const codedError = (code: string): Error => Object.assign(new Error(code), { code })
