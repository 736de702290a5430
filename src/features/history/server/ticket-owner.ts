// Whose ticket opens an archive: of a person in one sign-in, and no longer than that lasts (decision 0051).
import { ServiceError } from '#platform/server/http/service-error.ts'

export type TicketOwner = { userId: string; signInId: string }
/** Throws ServiceError once that sign-in has ended, by a sign-out, a new password or a ban. */
export type DemandStillSignedIn = (owner: TicketOwner) => Promise<void>

export async function isStillSignedIn(
  { demandStillSignedIn }: { readonly demandStillSignedIn: DemandStillSignedIn },
  { userId, signInId }: TicketOwner,
): Promise<boolean> {
  try {
    await demandStillSignedIn({ userId, signInId })
    return true
  } catch (error) {
    if (error instanceof ServiceError) return false
    throw error
  }
}
