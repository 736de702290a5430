/** The code of the register that a refusal of the server carries; undefined for anything else. */
export const codeOf = (error: unknown): unknown => (Object(error) as { code?: unknown }).code
