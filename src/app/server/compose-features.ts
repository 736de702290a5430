// The features, made from the plumbing in their order: site · catalogue · account · credits · processing · history · billing · admin.
import { type AnyRouter, implement } from '@orpc/server'
import { eq } from 'drizzle-orm'
import type { Hono } from 'hono'
import { contract } from '#app/contract.ts'
import type { Engine } from '#engine/engine-types.ts'
import { createLocalEngine } from '#engine/local-engine.ts'
import { type Accounts, createAccounts } from '#features/account/server/accounts.ts'
import { AVATAR_PATH } from '#features/account/server/avatar-routes.ts'
import { userProfiles } from '#features/account/server/tables.ts'
import { ownedBills } from '#features/billing/server/merge-bills.ts'
import { readBills } from '#features/billing/server/read-bills.ts'
import { createCredits } from '#features/credits/server/credits.ts'
import { ownedCredits } from '#features/credits/server/merge-credits.ts'
import { createHistory } from '#features/history/server/history.ts'
import { createOwnData } from '#features/history/server/own-data/own-data.ts'
import { ownedPictures } from '#features/processing/server/merge-pictures.ts'
import { createProcessing } from '#features/processing/server/processing.ts'
import type { ProcessingDependencies } from '#features/processing/server/processing-parts.ts'
import { createLocalProvider } from '#features/processing/server/provider/local-provider.ts'
import type { Provider } from '#features/processing/server/provider/provider.ts'
import { createScriptedProvider } from '#features/processing/server/provider/scripted-provider.ts'
import { createSite, type Site } from '#features/site/server/site.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { HttpEnv } from '#platform/server/http/request-context.ts'
import type { CallContext } from '#platform/server/http/rpc-routes.ts'
import { createFileRoutes } from '#platform/server/storage/file-routes.ts'
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

/** What tests put in the place of the real parts. */
export interface Replacements extends Partial<Pick<ProcessingDependencies, 'timing' | 'onResultStored'>> {
  readonly provider?: Provider
}

export async function composeFeatures(foundation: Foundation, replacements: Replacements = {}): Promise<Features> {
  const { database, settings, clock, log, mailer, sms, storage, queue } = foundation
  const engine = createLocalEngine({ parallelRuns: settings.engineParallelJobs, standby: true })
  const site = createSite({ database, clock, settings, isAdmin: (userId) => isAdmin(database, userId) })
  const credits = createCredits({ database })
  const accounts = createAccounts({
    database,
    settings,
    mailer,
    sms,
    storage,
    log,
    clock,
    onSignUp: (userId) => credits.grantSignUpCredits(userId),
    owned: [ownedCredits, ownedPictures, ownedBills],
  })
  const provider = replacements.provider ?? createProvider(settings, engine)
  const readSystemSettings = site.readSystemSettings
  const processing = await createProcessing({ ...foundation, ...replacements, engine, provider, readSystemSettings })
  const history = createHistory({ database, storage, clock, settings, processing })
  const ownData = createOwnData({
    database,
    storage,
    clock,
    settings,
    accounts,
    processing,
    readBills: (userId) => readBills(database, userId),
  })
  return {
    site,
    accounts,
    router: implement(contract).$context<CallContext>().router({
      site: site.router,
      account: accounts.router,
      loginMethods: accounts.loginMethodRouter,
      merge: accounts.mergeRouter,
      processing: processing.router,
      history: history.router,
      ownData: ownData.router,
    }),
    routes: [
      createAccountRoutes(accounts),
      accounts.avatarRoutes,
      accounts.smsRoutes,
      processing.routes,
      history.routes,
      ownData.routes,
      createFileRoutes(storage, clock),
    ],
    ownBodyLimits: [...processing.ownBodyLimits, AVATAR_PATH],
    startWorker: async () => {
      await processing.startWorker()
      await accounts.startWorker(queue, settings.timeZone)
    },
    stop: async () => {
      await processing.stop()
      engine.close()
      await accounts.stop()
    },
  }
}

const createProvider = (settings: Foundation['settings'], engine: Engine): Provider =>
  settings.provider === 'scripted' ? createScriptedProvider() : createLocalProvider(engine)

async function isAdmin(database: Database, userId: string): Promise<boolean> {
  const [profile] = await database.orm
    .select({ userType: userProfiles.userType })
    .from(userProfiles)
    .where(eq(userProfiles.id, userId))
  return profile?.userType === 'admin'
}
