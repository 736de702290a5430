// The text of an error on pages that do not bring all of them along (7 KB): the register comes with the call protocol (api-link.ts),
// before the first answer of the server can be shown.
import { type ErrorTexts, FIRST_ERROR_TEXTS, messageFrom } from '#rulebook/errors/error-message.ts'
import { lazyPart } from '../lazy-part.ts'

const register = lazyPart(() => import('#rulebook/errors/errors.ts'))
const texts = (): ErrorTexts => register.loaded()?.ERROR_TEXTS ?? FIRST_ERROR_TEXTS

export const loadErrorTexts = register.load

/** The Chinese text of an error: by its code, else by the backend mapping, else `{action}失败` or the general text. */
export const messageOf = (error: unknown, action?: string): string => messageFrom(texts(), error, action)

/** Text of what a check of the rulebook found, for a form's field. */
export const textOfProblem = (problem: object | undefined): string | undefined => problem && messageOf(problem)

/** Whether it is a code of ours, as far as the register is here; it is, once a call was made. */
export const isKnownCode = (code: unknown): code is string => typeof code === 'string' && Object.hasOwn(texts(), code)
