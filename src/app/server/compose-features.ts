// The features, made from the plumbing in their order: site · catalogue · account · credits · processing · history · billing · admin.
import type { AnyRouter } from '@orpc/server'
import { eq } from 'drizzle-orm'
import type { Hono } from 'hono'
import { type Accounts, createAccounts } from '#features/account/server/accounts.ts'
import { userProfiles } from '#features/account/server/tables.ts'
import { createCredits } from '#features/credits/server/credits.ts'
import { createSite, type Site } from '#features/site/server/site.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { HttpEnv } from '#platform/server/http/request-context.ts'
import { createAccountRoutes } from './account-routes.ts'
import type { Foundation } from './open-foundation.ts'

export interface Features {
  readonly site: Site
  readonly accounts: Accounts
  /** Implements `src/app/contract.ts`. */
  readonly router: AnyRouter
  /** Plain routes: byte streams, account flows, the documented functions. */
  readonly routes: readonly Hono<HttpEnv>[]
  readonly ownBodyLimits: readonly string[]
  /** Starts taking jobs. */
  startWorker(): Promise<void>
  /** Ends event streams and background work. */
  stop(): Promise<void>
}

export function composeFeatures(foundation: Foundation): Features {
  const { database, settings, clock, log, mailer } = foundation
  const site = createSite({ database, clock, settings, isAdmin: (userId) => isAdmin(database, userId) })
  const credits = createCredits({ database })
  const accounts = createAccounts({
    database,
    settings,
    mailer,
    log,
    clock,
    onSignUp: (userId) => credits.grantSignUpCredits(userId),
  })
  return {
    site,
    accounts,
    router: { site: site.router, account: accounts.router },
    routes: [createAccountRoutes(accounts)],
    ownBodyLimits: [],
    startWorker: async () => {},
    stop: () => accounts.stop(),
  }
}

async function isAdmin(database: Database, userId: string): Promise<boolean> {
  const [profile] = await database.orm
    .select({ userType: userProfiles.userType })
    .from(userProfiles)
    .where(eq(userProfiles.id, userId))
  return profile?.userType === 'admin'
}
