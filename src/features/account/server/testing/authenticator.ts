// An authenticator app for tests: the codes of an `otpauth://` address.
import { codeOfStep, stepAt } from '../two-factor/totp-steps.ts'

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code of now, or of another step from it: a code serves once, so the next use wants the next step. */
export const totpOf = (address: string, stepsFromNow = 0): string =>
  codeOfStep(keyOf(new URL(address).searchParams.get('secret')!), stepAt(Date.now()) + stepsFromNow)

function keyOf(secret: string): Buffer {
  const bits = [...secret.replace(/=+$/, '')].map((sign) => BASE32.indexOf(sign).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
