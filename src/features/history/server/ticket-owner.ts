// Whose ticket opens an archive: of a person in one sign-in, and no longer than that lasts (decision 0051).
import { ServiceError } from '#platform/server/http/service-error.ts'
import type { Tickets } from '#platform/server/http/signed-ticket.ts'

export type TicketOwner = { userId: string; signInId: string }
/** Throws ServiceError once that sign-in has ended, by a sign-out, a new password or a ban. */
export type DemandStillSignedIn = (owner: TicketOwner) => Promise<void>

/** What the ticket says; undefined for one that is not (or no longer) good. */
export async function readLivingTicket<Claims extends TicketOwner>(
  parts: { readonly tickets: Tickets<Claims>; readonly demandStillSignedIn: DemandStillSignedIn },
  ticket: string,
): Promise<Claims | undefined> {
  const claims = await parts.tickets.verify(ticket)
  return claims && (await isStillSignedIn(parts, claims)) ? claims : undefined
}

async function isStillSignedIn(
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
