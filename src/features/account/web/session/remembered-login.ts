// Remember-me: a flag and the last email, never a password (document 1 §2, §9; U-30, U-57).
import { LAST_EMAIL_KEY, REMEMBER_LOGIN_KEY } from '#rulebook/pictures/browser-storage.ts'

const FLAG = 'true'

/** The last email when remember-login is stored. */
export function rememberedEmail(): string | undefined {
  try {
    return localStorage.getItem(REMEMBER_LOGIN_KEY) === FLAG ? (localStorage.getItem(LAST_EMAIL_KEY) ?? '') : undefined
  } catch {
    return undefined // a browser that forbids storage remembers nothing
  }
}

/** Keeps the email, or with undefined removes what was kept. */
export function rememberEmail(email: string | undefined): void {
  try {
    if (email === undefined) {
      localStorage.removeItem(REMEMBER_LOGIN_KEY)
      localStorage.removeItem(LAST_EMAIL_KEY)
    } else {
      localStorage.setItem(REMEMBER_LOGIN_KEY, FLAG)
      localStorage.setItem(LAST_EMAIL_KEY, email)
    }
  } catch {
    // as above
  }
}
