// Who is at the administrator's browser, asked once more (decisions 0048 and 0191). Where the service is on the internet every call wants a second factor
// of this sign-in. What moves money, roles or many people at once wants a proof of the last minutes everywhere: the second factor; without
// one the password; without either a sign-in of the last minutes. Which calls those are, their contracts say: `provenAdminProcedure` in
// `contract.ts` and `*-contract.ts` of this feature.
import type { SignInProofs } from '#features/account/server/sign-in/session-proofs.ts'
import { proofNeeded } from '#features/account/server/two-factor/admin-factors.ts'
import { isYoung } from '#platform/server/clock.ts'
import type { Caller } from '#platform/server/http/request-context.ts'
import { ADMIN_PROOF_FRESH_MS } from '#rulebook/admin/admin-proof.ts'
import type { RequireParts } from './admin-parts.ts'

/** Throws `admin-proof-needed` where administrators show a second factor and this sign-in has not. */
export async function demandSecondFactor(
  { settings, accounts }: RequireParts,
  userId: string,
  provenAt: Date | null,
): Promise<void> {
  if (!settings.adminSecondFactor || provenAt) return
  throw proofNeeded(await accounts.secondFactorsOf(userId))
}

/** Throws `admin-proof-needed`. */
export async function demandFreshProof(parts: RequireParts, { userId, signInId }: Caller): Promise<void> {
  const { accounts, settings } = parts
  const shown = await accounts.proofsOf(signInId)
  if (isFresh(parts, shown?.strongAt)) return
  const factors = await accounts.secondFactorsOf(userId)
  // A stolen password does not get past an authenticator.
  if (settings.adminSecondFactor || factors.code || factors.passkey) throw proofNeeded(factors)
  const password = await accounts.hasPassword(userId)
  if (isFresh(parts, password ? shown?.passwordAt : shown?.at)) return
  throw proofNeeded({ password, signIn: !password })
}

const isFresh = ({ clock }: RequireParts, at: SignInProofs['strongAt'] | undefined): boolean =>
  at != null && isYoung(at, clock.now(), ADMIN_PROOF_FRESH_MS)
