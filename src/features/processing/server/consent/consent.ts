// A person's consent to pictures going to a provider outside the operator's machines: read, given, taken back (decision 0064).
import { lockAccount } from '#features/account/server/profile/account.store.ts'
import { inUserScope } from '#platform/server/database/database.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { CONSENT_VERSION } from '#rulebook/runs/provider-consent.ts'
import type { ConsentOffer, ConsentState } from '../../contract.ts'
import { cancelJob } from '../jobs/cancel-job.ts'
import { findOpenJobs } from '../jobs/job.store.ts'
import type { ProcessingParts } from '../processing-parts.ts'
import { endConsent, findConsent, insertConsent } from './consent.store.ts'

export async function readConsent(
  { database, providers }: Pick<ProcessingParts, 'database' | 'providers'>,
  userId: string,
): Promise<ConsentState> {
  const { recipient } = providers
  if (!recipient) return { recipient: null, givenAt: null }
  const givenAt = await inUserScope(database, userId, (tx) => findConsent(tx, userId, recipient))
  const { name, country, contact = null } = recipient
  return { recipient: { version: CONSENT_VERSION, name, country, contact }, givenAt: givenAt?.toISOString() ?? null }
}

/** Throws ServiceError `consent-changed` when what was shown is not what holds now. */
export async function giveConsent(parts: ProcessingParts, userId: string, shown: ConsentOffer): Promise<ConsentState> {
  const { database, providers } = parts
  const { recipient } = providers
  const isCurrent =
    shown.version === CONSENT_VERSION && shown.name === recipient?.name && shown.country === recipient.country
  if (!recipient || !isCurrent) throw new ServiceError('consent-changed')
  await database.orm.transaction(async (tx) => {
    await lockAccount(tx, userId)
    if (await findConsent(tx, userId, recipient)) return
    await endConsent(tx, userId)
    await insertConsent(tx, userId, recipient)
  })
  return readConsent(parts, userId)
}

/** From here on nothing is sent; what is under way is cancelled as by its owner, and a result that comes too late for that is delivered. */
export async function revokeConsent(parts: ProcessingParts, userId: string): Promise<ConsentState> {
  const { database } = parts
  // The lock of the starts: one that was judged before is found below, one that comes after finds no consent.
  await database.orm.transaction(async (tx) => {
    await lockAccount(tx, userId)
    await endConsent(tx, userId)
  })
  const open = await findOpenJobs(database, userId)
  const sent = open.filter((job) => parts.providers.ofJob(job).recipient)
  await Promise.all(sent.map(({ id }) => cancelJob(parts, userId, id)))
  return readConsent(parts, userId)
}
