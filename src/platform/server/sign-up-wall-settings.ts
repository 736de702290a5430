// Which parts of the wall before free credits are enabled (decision 0103): `SIGN_UP_WALL=work,limits,mailboxes`, or `none`.
import { SettingsError } from './settings-error.ts'

export const SIGN_UP_WALL_PARTS = ['work', 'limits', 'mailboxes'] as const
export type SignUpWallPart = (typeof SIGN_UP_WALL_PARTS)[number]

export function signUpWallFrom(text: string): readonly SignUpWallPart[] {
  const names = text.split(',').map((part) => part.trim())
  if (names.length === 1 && names[0] === 'none') return []
  const strange = names.find((name) => !SIGN_UP_WALL_PARTS.some((part) => part === name))
  if (strange !== undefined)
    throw new SettingsError(`SIGN_UP_WALL: "${strange}" is none of ${SIGN_UP_WALL_PARTS.join(', ')}; or none alone.`)
  return SIGN_UP_WALL_PARTS.filter((part) => names.includes(part))
}
