// How a person merges two accounts (U-46): the owner proves the primary one and gets a ticket in an HttpOnly cookie,
// then signs in to the other one by any of its methods and confirms there. So both are proven, and nothing that a script could
// steal is of use.

import { and, eq, inArray, isNull } from 'drizzle-orm'
import { parse, serialize } from 'hono/utils/cookie'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/database.ts'
import { implementContract } from '#platform/server/http/implement-contract.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { createTickets, type Tickets } from '#platform/server/http/signed-ticket.ts'
import { accountName } from '#rulebook/account/placeholder-address.ts'
import { type MergeState, mergeContract } from '../../contract.ts'
import type { Proof } from '../login-methods/prove-owner.ts'
import type { Auth } from '../sign-in/auth.ts'
import { cookieAttributes, cookieNameOf } from '../sign-in/cookie-names.ts'
import { authUsers, userLoginMethods, userProfiles } from '../tables.ts'
import { demandRoomForPasskeys, type MergedAccounts, mergeAccounts } from './merge-accounts.ts'
import { MERGE_TICKET_MS, type MergeProof, newMergeProof } from './merge-proof.ts'
import type { OwnedPart } from './owned-part.ts'

const COOKIE = 'merge'

export interface MergeParts {
  readonly database: Database
  readonly clock: Clock
  readonly settings: { readonly secret: string; readonly publicOrigin: string }
  readonly auth: () => Promise<Auth>
  readonly owned: readonly OwnedPart[]
  readonly proveOwner: (proof: Proof) => Promise<void>
  /** After the merge: emails, and what lay in storage for the other account only. */
  readonly afterMerge: (mergedId: string, accounts: MergedAccounts) => Promise<void>
}

export function createMergeRouter(parts: MergeParts) {
  const { secret, publicOrigin } = parts.settings
  const tickets = createTickets<MergeProof>(secret, 'account merge', parts.clock, MERGE_TICKET_MS)
  const cookie = (value: string, lifetimeMs: number) =>
    serialize(cookieNameOf(publicOrigin, COOKIE), value, {
      ...cookieAttributes(publicOrigin),
      maxAge: lifetimeMs / 1000,
    })
  const calls = implementContract(mergeContract)
  return calls.router({
    begin: calls.begin.handler(async ({ input, context }) => {
      const { userId } = context
      await parts.proveOwner({ userId, headers: context.headers, password: input.password })
      const ticket = await tickets.issue(await newMergeProof(parts.database.orm, userId, parts.clock.now()))
      context.resHeaders?.append('set-cookie', cookie(ticket, MERGE_TICKET_MS))
      return {}
    }),
    state: calls.state.handler(async ({ context }) => stateOf(parts, tickets, context.headers, context.userId)),
    confirm: calls.confirm.handler(async ({ context }) => {
      const mergedId = context.userId
      const proof = await proofOfBoth(parts, tickets, context.headers, mergedId)
      if (!proof) throw new ServiceError('merge-expired')
      const merged = await mergeAccounts(parts.database, parts.owned, mergedId, proof)
      context.resHeaders?.append('set-cookie', cookie('', 0))
      await parts.afterMerge(mergedId, merged)
      return { primaryEmail: accountName(merged.primaryEmail) }
    }),
    cancel: calls.cancel.handler(async ({ context }) => {
      context.resHeaders?.append('set-cookie', cookie('', 0))
      return {}
    }),
  })
}

async function stateOf(
  parts: MergeParts,
  tickets: Tickets<MergeProof>,
  headers: Headers,
  userId: string,
): Promise<MergeState> {
  const proof = await readTicket(parts, tickets, headers)
  if (!proof) return { step: 'begin' }
  const isProven = proof.primaryId !== userId && (await proofOfBoth(parts, tickets, headers, userId)) !== undefined
  if (!isProven) return { step: 'sign-in', primary: await nameOf(parts.database, proof.primaryId) }
  // Said before the person agrees to anything.
  await demandRoomForPasskeys(parts.database.orm, { primaryId: proof.primaryId, mergedId: userId })
  const counts: Record<string, number> = {}
  for (const part of parts.owned) Object.assign(counts, await part.count(parts.database, userId, proof.primaryId))
  return {
    step: 'confirm',
    primary: await nameOf(parts.database, proof.primaryId),
    merged: await nameOf(parts.database, userId),
    uploads: counts.uploads ?? 0,
    records: counts.records ?? 0,
    credits: counts.remaining ?? 0,
    freeCreditsLeft: counts.freeLeft ?? 0,
    campaignCreditsLeft: counts.campaignLeft ?? 0,
    bills: counts.bills ?? 0,
    ...(await lostMethods(parts.database, proof.primaryId, userId)),
  }
}

/** The ticket, if the sign-in to this account is younger than it: then the person at the browser holds both. */
async function proofOfBoth(
  parts: MergeParts,
  tickets: Tickets<MergeProof>,
  headers: Headers,
  userId: string,
): Promise<MergeProof | undefined> {
  const proof = await readTicket(parts, tickets, headers)
  if (!proof) return undefined
  const found = await (await parts.auth()).api.getSession({ headers })
  if (found?.user.id !== userId) return undefined
  return found.session.createdAt.getTime() >= proof.issuedAtMs ? proof : undefined
}

async function readTicket(
  { settings }: MergeParts,
  tickets: Tickets<MergeProof>,
  headers: Headers,
): Promise<MergeProof | undefined> {
  const name = cookieNameOf(settings.publicOrigin, COOKIE)
  const value = parse(headers.get('cookie') ?? '', name)[name]
  return value ? tickets.verify(value) : undefined
}

/** An account that waits for its end is as good as gone (decision 0058). */
async function nameOf(database: Database, userId: string): Promise<string> {
  const [user] = await database.orm
    .select({ email: authUsers.email })
    .from(authUsers)
    .where(and(eq(authUsers.id, userId), isNull(authUsers.deletionDueAt)))
  if (!user) throw new ServiceError('merge-account-missing')
  return accountName(user.email)
}

/** What will not sign in any more, so that nobody is surprised (merge-login-methods.ts). */
async function lostMethods(database: Database, primaryId: string, mergedId: string) {
  const methods = await database.orm
    .select({ type: userLoginMethods.methodType })
    .from(userLoginMethods)
    .where(and(eq(userLoginMethods.userId, mergedId), eq(userLoginMethods.status, 'active')))
  const phones = await database.orm
    .select({ id: userProfiles.id, phone: userProfiles.phone })
    .from(userProfiles)
    .where(inArray(userProfiles.id, [primaryId, mergedId]))
  const has = (type: string) => methods.some((method) => method.type === type)
  return { losesPassword: has('email'), losesPhone: has('phone') && phones.every(({ phone }) => phone !== null) }
}
