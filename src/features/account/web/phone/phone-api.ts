// The calls of the phone wizard and of the sign-in by code (document 1 §7; P-06, P-07).
import type { WorkProof } from '../../contract.ts'
import { accountClient, openAccountClient, post } from '../session/auth-api.ts'
import type { SendCode } from '../verification/use-code-request.ts'
import { solveWork } from './work-proof.ts'

/** Asks for the work, does it, and hands it on; `onWorked` is called between the two. */
async function withProof(phone: string, onWorked: () => void, send: (proof: WorkProof) => Promise<unknown>) {
  const proof = await solveWork(await openAccountClient.phone.task(), phone)
  onWorked()
  await send(proof)
}

export const sendLoginCode: SendCode = (phone, onWorked) =>
  withProof(phone, onWorked, (proof) => openAccountClient.phone.sendLoginCode({ phone, proof }))

export const sendBindCode =
  (password: string | undefined): SendCode =>
  (phone, onWorked) =>
    withProof(phone, onWorked, (proof) =>
      accountClient.phone.sendBindCode({ phone, proof, ...(password !== undefined && { password }) }),
    )

/** Where the server sends the browser after the sign-in, if it says so. */
export async function signInWithPhone(
  phone: string,
  code: string,
  redirect: string | null,
): Promise<{ readonly redirect?: string }> {
  const answer = await post('/sign-in/phone-number', { phone, code, ...(redirect && { redirect }) })
  return (answer ?? {}) as { redirect?: string }
}
