// A one-time token of Better Auth's for a new password, made where no visitor asks for one at its own route.
import { randomBytes } from 'node:crypto'
import type { Clock } from '#platform/server/clock.ts'
import type { Auth } from './auth.ts'

const RESET_TOKEN_BYTES = 24

export interface ResetTokenParts {
  readonly clock: Clock
  readonly auth: () => Promise<Auth>
}

export async function makeResetToken(
  { auth, clock }: ResetTokenParts,
  userId: string,
  lifetimeMs: number,
): Promise<string> {
  const token = randomBytes(RESET_TOKEN_BYTES).toString('base64url')
  const { internalAdapter } = await (await auth()).$context
  await internalAdapter.createVerificationValue({
    identifier: `reset-password:${token}`,
    value: userId,
    expiresAt: new Date(clock.now().getTime() + lifetimeMs),
  })
  return token
}
