// The features, made from the plumbing in their order: site · catalogue · account · credits · processing · history · billing · admin.
import type { AnyRouter, Router } from '@orpc/server'
import type { Hono } from 'hono'
import type { contract } from '#app/contract.ts'
import { createLocalEngine } from '#engine/host/local-engine.ts'
import { type Accounts, createAccounts } from '#features/account/server/accounts.ts'
import { findAccount } from '#features/account/server/profile/account.store.ts'
import { AVATAR_PATH } from '#features/account/server/profile/avatar-routes.ts'
import { createAdmin } from '#features/admin/server/admin.ts'
import type { ComparePayments } from '#features/admin/server/audit/payment-check.ts'
import { noteAdminChange } from '#features/admin/server/logs/note-admin-change.ts'
import { readPoolIsEmpty } from '#features/admin/server/metrics/credit-pool.store.ts'
import { createBilling } from '#features/billing/server/billing.ts'
import { ownedCredits } from '#features/billing/server/ledger/merge-credits.ts'
import { ownedBills } from '#features/billing/server/merge-bills.ts'
import { hasPurchases, readPurchases } from '#features/billing/server/read-bills.ts'
import { readOwnRefunds } from '#features/billing/server/refund/read-refunds.ts'
import { type Credits, createCredits } from '#features/credits/server/credits.ts'
import { createArchivePlaces } from '#features/history/server/archive-places.ts'
import { createHistory } from '#features/history/server/history.ts'
import { createOwnData } from '#features/history/server/own-data/own-data.ts'
import { ownedPictures } from '#features/processing/server/merge-pictures.ts'
import { createProcessing, type Processing } from '#features/processing/server/processing.ts'
import type { ProcessingDependencies } from '#features/processing/server/processing-parts.ts'
import type { Provider } from '#features/processing/server/provider/provider.ts'
import { createProviders, type Providers } from '#features/processing/server/provider/providers.ts'
import { createSite, type Site } from '#features/site/server/site.ts'
import type { HttpEnv } from '#platform/server/http/request-context.ts'
import type { CallContext } from '#platform/server/http/rpc-routes.ts'
import type { Metrics } from '#platform/server/metrics.ts'
import { createServiceRegistry, type Resolve } from '#platform/server/service-registry.ts'
import { createFileRoutes } from '#platform/server/storage/file-routes.ts'
import { type AddressSigner, createAddressSigner } from '#platform/server/storage/signed-address.ts'
import { tempRootIn } from '#platform/server/temp-folder.ts'
import type { Offered } from '#rulebook/credits/pack-prices.ts'
import { isAdmin } from '#rulebook/credits/tiers.ts'
import { APP_TEXTS } from '#rulebook/site/product.ts'
import { createAccountRoutes } from './account-routes.ts'
import type { Foundation } from './open-foundation.ts'
import { scheduleOutboxRound } from './outbox-retention.job.ts'
import { packsFolder } from './packs-folder.ts'
import { createPartChecks } from './part-checks.ts'
import { providersFrom } from './providers-from.ts'

export interface Features {
  readonly site: Site
  readonly accounts: Accounts
  readonly providers: Providers
  /** Implements `src/app/contract.ts`. */
  readonly router: AnyRouter
  /** Plain routes: byte streams, account flows, the documented functions. */
  readonly routes: readonly Hono<HttpEnv>[]
  readonly ownBodyLimits: readonly string[]
  /** Filled into finished pages. */
  readOffers(): Promise<Offered>
  /** For the audit by hand: it only asks. */
  readonly comparePayments: ComparePayments
  /** Starts taking jobs. */
  startWorker(): Promise<void>
  /** Ends event streams and background work. */
  stop(): Promise<void>
}

/** What tests put in the place of the real parts. */
export interface Replacements extends Partial<Pick<ProcessingDependencies, 'timing' | 'onResultStored'>> {
  /** Provider of every model. */
  readonly provider?: Provider
}

/** What features need of each other, and what their router and routes are made of. */
interface Services {
  readonly engine: ReturnType<typeof createLocalEngine>
  readonly providers: Providers
  readonly site: Site
  readonly credits: Credits
  readonly accounts: Accounts
  readonly processing: Processing
  readonly history: ReturnType<typeof createHistory>
  readonly ownData: ReturnType<typeof createOwnData>
  readonly billing: ReturnType<typeof createBilling>
  readonly admin: ReturnType<typeof createAdmin>
}

const registerServices = (foundation: Foundation, metrics: Metrics, replacements: Replacements): Resolve<Services> => {
  const { database, settings, clock, log, mailer, sms, storage } = foundation
  const archivePlaces = createArchivePlaces()
  return createServiceRegistry<Services>(
    {
      engine: () =>
        createLocalEngine({
          parallelRuns: settings.engineParallelJobs,
          standby: true,
          packs: { addedFolder: packsFolder(settings), mostSeconds: settings.modelPackSeconds },
        }),
      providers: async (resolve) =>
        replacements.provider
          ? createProviders({ byDefault: replacements.provider })
          : providersFrom(foundation, await resolve('engine')),
      site: () =>
        createSite({
          database,
          clock,
          settings,
          isAdmin: async (userId) => isAdmin(await findAccount(database.orm, userId)),
        }),
      credits: () => createCredits({ database }),
      accounts: async (resolve) => {
        const credits = await resolve('credits')
        return createAccounts({
          database,
          settings,
          mailer,
          sms,
          storage,
          engine: await resolve('engine'),
          tempRoot: tempRootIn(settings.dataDir),
          log,
          clock,
          onSignUp: (userId) => credits.grantSignUpCredits(userId),
          noteAdminChange,
          owned: [ownedCredits, ownedPictures, ownedBills],
        })
      },
      processing: async (resolve) => {
        const { readSystemSettings } = await resolve('site')
        const { demandStillSignedIn } = await resolve('accounts')
        const [engine, providers] = [await resolve('engine'), await resolve('providers')]
        const parts = { engine, providers, readSystemSettings, demandStillSignedIn }
        const isPoolEmpty = settings.poolBlocksWhenEmpty ? () => readPoolIsEmpty(database.orm) : undefined
        const fileSigner = fileSignerOf(foundation)
        return createProcessing({ ...foundation, metrics, ...replacements, ...parts, isPoolEmpty, fileSigner })
      },
      history: async (resolve) => {
        const { demandStillSignedIn } = await resolve('accounts')
        const processing = await resolve('processing')
        return createHistory({ database, storage, clock, settings, processing, demandStillSignedIn, archivePlaces })
      },
      ownData: async (resolve) =>
        createOwnData({
          database,
          storage,
          queue: foundation.queue,
          archivePlaces,
          clock,
          log,
          settings,
          accounts: await resolve('accounts'),
          processing: await resolve('processing'),
          hasPurchases: (userId) => hasPurchases(database, userId),
          readPurchases: (userId) => readPurchases(database, userId),
          readRefunds: (userId) => readOwnRefunds(database, userId),
          grantRefunds: async (userId) => (await resolve('billing')).refunds.grantBeforeEnd(userId),
        }),
      billing: () => createBilling({ database, settings, clock, log, mailer }),
      admin: async (resolve) =>
        createAdmin({
          database,
          clock,
          log,
          settings,
          checks: createPartChecks(foundation, (await resolve('billing')).checkAccounts),
          providerGate: (await resolve('providers')).gate,
          accounts: await resolve('accounts'),
          site: await resolve('site'),
          refunds: (await resolve('billing')).refunds,
          disputes: (await resolve('billing')).disputes,
          invoices: (await resolve('billing')).invoices,
          prepareRunAgain: (await resolve('processing')).prepareRunAgain,
          comparePayments: (await resolve('billing')).compareAndSettle,
        }),
    },
    { providers: APP_TEXTS.aiServiceMissing },
  )
}

/** Signer of the addresses that this service answers itself: all, or, with pictures on an S3 server, those whose pixels a page reads (decision 0205). */
const fileSignerOf = ({ storage, settings }: Foundation): AddressSigner =>
  'signer' in storage.servedBy ? storage.servedBy.signer : createAddressSigner(settings.secret, settings.previousSecret)

export async function composeFeatures(
  foundation: Foundation,
  metrics: Metrics,
  replacements: Replacements = {},
): Promise<Features> {
  const { settings, clock, storage, queue } = foundation
  const resolve = registerServices(foundation, metrics, replacements)
  const site = await resolve('site')
  const accounts = await resolve('accounts')
  const processing = await resolve('processing')
  const history = await resolve('history')
  const ownData = await resolve('ownData')
  const billing = await resolve('billing')
  const admin = await resolve('admin')
  const engine = await resolve('engine')
  return {
    site,
    accounts,
    providers: await resolve('providers'),
    router: {
      site: site.router,
      account: accounts.router,
      loginMethods: accounts.loginMethodRouter,
      passkeys: accounts.passkeyRouter,
      merge: accounts.mergeRouter,
      processing: processing.router,
      history: history.router,
      ownData: ownData.router,
      billing: billing.router,
      admin: admin.router,
    } satisfies Router<typeof contract, CallContext>,
    routes: [
      createAccountRoutes(accounts),
      accounts.avatarRoutes,
      accounts.smsRoutes,
      processing.routes,
      history.routes,
      ownData.routes,
      billing.routes,
      createFileRoutes(storage, fileSignerOf(foundation), clock),
    ],
    ownBodyLimits: [...processing.ownBodyLimits, ...billing.ownBodyLimits, AVATAR_PATH],
    readOffers: billing.readOffers,
    comparePayments: billing.comparePayments,
    startWorker: async () => {
      await processing.startWorker()
      await accounts.startWorker(queue, settings.timeZone)
      await billing.startWorker(queue)
      await admin.startWorker(queue)
      await ownData.startWorker(queue)
      await scheduleOutboxRound(foundation)
    },
    stop: async () => {
      await processing.stop()
      engine.close()
      await accounts.stop()
    },
  }
}
