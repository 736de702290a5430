// Passwords: rules, strength meter, checklist (document 1 §5, §9). Register and change are stricter than reset (C-32). Over all three stands
// that a password must not fall within a million guesses (decision 0053); how many it withstands is counted elsewhere and handed in.
import type { Problem } from '../problem.ts'

export const PASSWORD_MIN_CHARACTERS = 6
/** Ours: what falls within a million guesses is refused, and what withstands ten thousand million is strong. */
export const PASSWORD_MIN_GUESSES = 1_000_000
const STRONG_GUESSES = 10_000_000_000
/** Whoever guesses tries letters and digits first; the documents recommend a special character. */
const SPECIAL_FACTOR = 10
/** As many as are looked at for patterns. */
export const PASSWORD_JUDGED_CHARACTERS = 40
/** Ours: a bound on what is hashed. */
export const PASSWORD_MAX_CHARACTERS = 128

export const PASSWORD_ERRORS = {
  'password-too-short': '密码长度至少6位',
  'password-too-simple': '密码必须包含字母和数字',
  'password-too-long': '密码长度不能超过 128 位',
  'password-common': '这个密码太容易被猜中。加长几位，或加入特殊字符，会安全得多。', // not in the documents: wording ours
  'password-mismatch': '两次密码输入不一致',
  'password-unchanged': '新密码不能与当前密码相同',
  'password-wrong': '当前密码错误',
  'password-missing': '请输入当前密码',
} as const
export type PasswordErrorCode = keyof typeof PASSWORD_ERRORS

/** Reset only advises; submit is still allowed. */
export const PASSWORD_RESET_ADVICE = '建议密码包含字母和数字，提高安全性'

const hasLetter = (password: string): boolean => /[a-z]/i.test(password)
const hasNumber = (password: string): boolean => /\d/.test(password)
const hasSpecial = (password: string): boolean => /[^a-z\d\s]/i.test(password)
const isLongEnough = (password: string): boolean => [...password].length >= PASSWORD_MIN_CHARACTERS
export const hasLetterAndNumber = (password: string): boolean => hasLetter(password) && hasNumber(password)

/** Length only: the backend's minimum everywhere, and the whole rule of a reset. */
export function checkResetPassword(password: string): Problem<PasswordErrorCode> | undefined {
  if (!isLongEnough(password)) return { code: 'password-too-short' }
  return [...password].length > PASSWORD_MAX_CHARACTERS ? { code: 'password-too-long' } : undefined
}

/** The rule of registration and change. */
export const checkPassword = (password: string): Problem<PasswordErrorCode> | undefined =>
  checkResetPassword(password) ?? (hasLetterAndNumber(password) ? undefined : { code: 'password-too-simple' })

export const checkConfirmation = (password: string, confirmation: string): Problem<PasswordErrorCode> | undefined =>
  password === confirmation ? undefined : { code: 'password-mismatch' }

/** The change-password form; only the server can check the current password. */
export function checkPasswordChange(form: {
  readonly current: string
  readonly next: string
  readonly confirmation: string
}): Problem<PasswordErrorCode> | undefined {
  if (form.current === '') return { code: 'password-missing' }
  const problem = checkPassword(form.next) ?? checkConfirmation(form.next, form.confirmation)
  return problem ?? (form.next === form.current ? { code: 'password-unchanged' } : undefined)
}

/** Shown under the field; the last item is a recommendation and never blocks. */
export const PASSWORD_CHECKLIST = [
  { key: 'length', text: '至少 6 位', isMet: isLongEnough, isRequired: true },
  { key: 'letter', text: '包含字母', isMet: hasLetter, isRequired: true },
  { key: 'number', text: '包含数字', isMet: hasNumber, isRequired: true },
  { key: 'special', text: '建议包含特殊字符', isMet: hasSpecial, isRequired: false },
] as const

export const PASSWORD_STRENGTH_LABELS = { weak: '弱', medium: '中', strong: '强' } as const
export type PasswordStrength = keyof typeof PASSWORD_STRENGTH_LABELS

/** `guesses` as the estimator counts them. One more than the bound: six characters without any pattern are counted as exactly a million. */
export const isGuessable = (password: string, guesses: number): boolean =>
  weighed(password, guesses) <= PASSWORD_MIN_GUESSES + 1

const weighed = (password: string, guesses: number): number => guesses * (hasSpecial(password) ? SPECIAL_FACTOR : 1)

/** The documents name three grades without a measure: weak is what the server refuses. `check` is the rule of the form. */
export function passwordStrength(password: string, guesses: number, check = checkPassword): PasswordStrength {
  if (check(password) || isGuessable(password, guesses)) return 'weak'
  return weighed(password, guesses) >= STRONG_GUESSES ? 'strong' : 'medium'
}
