// The processing feature put together: uploads, jobs, the worker and the documented calls (architecture §5).
import { Hono } from 'hono'
import { implementContract } from '#platform/server/http/implement-contract.ts'
import type { Caller, HttpEnv } from '#platform/server/http/request-context.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { keepSwept, tempRootIn } from '#platform/server/temp-folder.ts'
import { TOOL_PAGE_POLL_LIMIT } from '#rulebook/runs/polling.ts'
import { FUNCTIONS_PATH } from '#rulebook/runs/processing-calls.ts'
import { type Job, processingContract, type UsualTime } from '../contract.ts'
import { giveConsent, readConsent, revokeConsent } from './consent/consent.ts'
import { createResultExports } from './exports/export-result.ts'
import { createFunctionRoutes } from './functions/function-routes.ts'
import { cancelJob } from './jobs/cancel-job.ts'
import { readGivenBack } from './jobs/given-back.ts'
import { countWaitingBefore, findOpenJobs, findOwnJob, isOpen, type JobRow } from './jobs/job.store.ts'
import { openJobFeed } from './jobs/job-feed.ts'
import { toJob } from './jobs/job-view.ts'
import { createLiveViews, type LiveViews } from './jobs/live-views.ts'
import { createUsualTimes, type UsualRun, type UsualTimes, usualRunOf } from './jobs/usual-seconds.ts'
import { watchJob } from './jobs/watch-job.ts'
import { createPatches } from './patches/draw-patch.ts'
import { type ProcessingDependencies, type ProcessingParts, WORKER_TIMING } from './processing-parts.ts'
import { createWebhookRoutes } from './provider/webhook-routes.ts'
import { PROCESSING_QUEUES } from './queue-names.ts'
import { createQuotes } from './quote/quote-run.ts'
import { createPictureEstimates } from './recommend/picture-estimates.ts'
import { type Hidden, measureExpiredFilesOf, removeExpiredFilesOf } from './retention/retention.job.ts'
import { createShareRoutes } from './shares/share-routes.ts'
import { createShares } from './shares/shares.ts'
import { prepareRunAgain } from './start/run-again.ts'
import { startJob } from './start/start-job.ts'
import { createPictureTiles } from './tiles/picture-tiles.ts'
import { createUploadRecorder, type UploadRecorder } from './uploads/record-upload.ts'
import { removeUploadsWithFiles } from './uploads/remove-uploads.ts'
import { claimTrial, trialVisitor } from './uploads/trial-upload.ts'
import { findOwnUpload } from './uploads/upload.store.ts'
import { readAllowance } from './uploads/upload-allowance.ts'
import { createUploadRoutes, TRIAL_UPLOAD_PATH, UPLOAD_PATH } from './uploads/upload-routes.ts'
import { toUpload } from './uploads/upload-view.ts'
import { viewOfResult, viewOfUpload } from './views/same-origin-view.ts'
import { createClockWatch } from './work/clock-watch.ts'
import { createRunEmails } from './work/email-run-end.ts'
import { createJobMeasures } from './work/job-measures.ts'
import { createWorker } from './work/worker.ts'

export type Processing = Awaited<ReturnType<typeof createProcessing>>

/** The queue must have been opened with `Processing.queues`. */
export async function createProcessing(dependencies: ProcessingDependencies) {
  const parts: ProcessingParts = {
    ...dependencies,
    timing: { ...WORKER_TIMING, ...dependencies.timing },
    clockWatch: createClockWatch(dependencies.database),
    feed: await openJobFeed(dependencies.database, dependencies.providers),
    runEmails: createRunEmails(dependencies),
    measures: createJobMeasures(dependencies.metrics),
    tempRoot: tempRootIn(dependencies.settings.dataDir),
  }
  const usualTimes = createUsualTimes(parts.database, parts.providers.of)
  const recorder = createUploadRecorder(parts)
  const worker = createWorker(parts)
  const stopSweeping = await sweepTempFolders(parts)
  const closing = new AbortController()
  const routes = new Hono<HttpEnv>()
  routes.route('/', createUploadRoutes(parts, recorder))
  const liveViews = createLiveViews()
  routes.route('/', createFunctionRoutes({ ...parts, enterLiveView: liveViews.enter }))
  routes.route('/', createShareRoutes(parts))
  routes.route('/', createWebhookRoutes(parts))
  return {
    router: createRouter({ ...parts, liveViews }, recorder, usualTimes, closing.signal),
    routes,
    /** These bound their own bodies. */
    ownBodyLimits: [UPLOAD_PATH, TRIAL_UPLOAD_PATH, FUNCTIONS_PATH],
    queues: PROCESSING_QUEUES,
    startWorker: worker.start,
    /** One look for jobs that lost their worker; the worker does it by itself from its start on. */
    recover: worker.recover,
    keepLate: worker.keepLate,
    /** For the history: a job as the browser sees it. */
    presentJobs: (rows: readonly JobRow[]): Promise<Job[]> => presentJobs(parts, usualTimes, rows),
    /** For the back office: once more, at no charge. */
    prepareRunAgain: (jobId: string) => prepareRunAgain(parts, jobId),
    /** For the end of an account: stops an open job and waits until its worker has let go of it. */
    cancelAndWait: async (userId: string, jobId: string): Promise<void> => void (await cancelJob(parts, userId, jobId)),
    /** For the history: how many of these were this user's and are removed now. */
    removeUploads: (userId: string, uploadIds: readonly string[]): Promise<number> =>
      removeUploadsWithFiles(parts, userId, uploadIds),
    /** For the cleanup of the history: files of this user that are due, now instead of the next night; bytes freed. */
    removeExpiredFilesOf: (userId: string): Promise<number> => removeExpiredFilesOf(parts, userId),
    measureExpiredFilesOf: (userId: string, hidden: Hidden): Promise<number> =>
      measureExpiredFilesOf(parts, userId, hidden),
    /** Ends live views too: their pages find another process, or this one after its restart. */
    async stop(): Promise<void> {
      closing.abort()
      worker.stop()
      stopSweeping()
      await recorder.stop()
      await parts.runEmails.settle()
      await parts.feed.close()
    },
  }
}

const sweepTempFolders = ({ tempRoot, timing, database, log }: ProcessingParts) =>
  keepSwept({ root: tempRoot, everyMs: timing.sweepMs, isAlone: database.kind === 'embedded', log })

type RouterParts = ProcessingParts & { readonly liveViews: LiveViews }

function createRouter(parts: RouterParts, recorder: UploadRecorder, usualTimes: UsualTimes, closing: AbortSignal) {
  const { database, storage, providers, liveViews } = parts
  const exportResult = createResultExports(parts)
  const view = async function* (caller: Caller, id: string, end: AbortSignal, leave: () => void) {
    try {
      const usualOf = createUsualOf(parts, usualTimes)
      for await (const { row, waitingBefore } of watchJob(parts, caller.userId, id, end)) {
        // A ban, a new password and a sign-out end what is open, too; asked when there is something to tell only.
        await parts.demandStillSignedIn(caller)
        const creditsGivenBack = (await readGivenBack(database, [row])).get(row.id) ?? 0
        yield await toJob(storage, row, { waitingBefore, creditsGivenBack, usual: await usualOf(row) })
      }
    } finally {
      leave()
    }
  }
  const tiles = createPictureTiles(parts)
  const shares = createShares(parts)
  const estimatesOf = createPictureEstimates(parts)
  const patches = createPatches(parts)
  const quotes = createQuotes(parts, usualTimes)
  const calls = implementContract(processingContract)
  const present = (row: JobRow, run?: UsualRun) => presentJob(parts, usualTimes, row, run)
  return calls.router({
    capabilities: calls.capabilities.handler(({ input: { modelKey = '' } }) => {
      const { name, capabilities, drawPatch } = providers.of(modelKey)
      return {
        provider: name,
        unsupportedParams: capabilities.unsupportedParams,
        hasPatches: drawPatch !== undefined,
        hasQuotes: capabilities.maxOutputPx !== undefined,
      }
    }),
    usualSeconds: calls.usualSeconds.handler(async ({ input }) => ({
      usual: await usualTimes(input),
    })),
    quote: calls.quote.handler(({ input, context }) => quotes(context.userId, input)),
    consent: {
      read: calls.consent.read.handler(({ context }) => readConsent(parts, context.userId)),
      give: calls.consent.give.handler(({ input, context }) => giveConsent(parts, context.userId, input)),
      revoke: calls.consent.revoke.handler(({ context }) => revokeConsent(parts, context.userId)),
    },
    uploads: {
      get: calls.uploads.get.handler(async ({ input, context }) => {
        await recorder.ensureSaved(input.id)
        const row = await findOwnUpload(database, context.userId, input.id)
        if (!row) throw new ServiceError('upload-missing')
        return toUpload(storage, row)
      }),
      allowance: calls.uploads.allowance.handler(({ context }) => readAllowance(parts, context.userId)),
      tiles: calls.uploads.tiles.handler(({ input, context, signal }) =>
        tiles.ofUpload(context.userId, input.id, signal),
      ),
      view: calls.uploads.view.handler(({ input, context }) => viewOfUpload(parts, context.userId, input.id)),
      estimates: calls.uploads.estimates.handler(async ({ input, context }) => {
        await recorder.ensureSaved(input.id)
        return { estimates: await estimatesOf(context, input.id) }
      }),
      claimTrial: calls.uploads.claimTrial.handler(async ({ input, context }) => {
        const row = await claimTrial(parts, context.userId, input.id, trialVisitor(context))
        return toUpload(storage, row)
      }),
    },
    drawPatch: calls.drawPatch.handler(({ input, context, signal }) => patches(context, input, signal)),
    shares: {
      list: calls.shares.list.handler(({ context }) => shares.list(context.userId)),
      create: calls.shares.create.handler(({ input, context }) => shares.create(context.userId, input)),
      revoke: calls.shares.revoke.handler(({ input, context }) => shares.revoke(context.userId, input.id)),
    },
    jobs: {
      start: calls.jobs.start.handler(async ({ input, context }) => {
        if ('uploadId' in input.source) await recorder.ensureSaved(input.source.uploadId)
        // The panel promises 2–10 minutes; a run that it calls normal is not cut off (C-13, C-56).
        const started = await startJob(parts, context.userId, { ...input, limit: TOOL_PAGE_POLL_LIMIT })
        return present(started, started.usualRun)
      }),
      get: calls.jobs.get.handler(async ({ input, context }) => {
        const row = await findOwnJob(database, context.userId, input.id)
        if (!row) throw new ServiceError('job-not-found')
        return present(row)
      }),
      open: calls.jobs.open.handler(async ({ context }) =>
        Promise.all((await findOpenJobs(database, context.userId)).map((row) => present(row))),
      ),
      export: calls.jobs.export.handler(({ input, context, signal }) => exportResult(context.userId, input, signal)),
      tiles: calls.jobs.tiles.handler(({ input, context, signal }) => tiles.ofResult(context.userId, input.id, signal)),
      view: calls.jobs.view.handler(({ input, context }) => viewOfResult(parts, context.userId, input.id)),
      cancel: calls.jobs.cancel.handler(async ({ input, context }) => {
        // Never refused; without a place it is answered before the worker has let go, which the live views tell.
        const leave = liveViews.tryEnter(context)
        try {
          return await present(await cancelJob(parts, context.userId, input.id, { waits: leave !== undefined }))
        } finally {
          leave?.()
        }
      }),
      watch: calls.jobs.watch.handler(async ({ input, context, signal }) => {
        const leave = liveViews.enter(context)
        const end = signal ? AbortSignal.any([signal, closing]) : closing
        return view(context, input.id, end, leave)
      }),
    },
  })
}

async function presentJob(parts: ProcessingParts, usualTimes: UsualTimes, row: JobRow, run?: UsualRun): Promise<Job> {
  return (await presentJobs(parts, usualTimes, [row], run))[0]!
}

async function presentJobs(
  parts: ProcessingParts,
  usualTimes: UsualTimes,
  rows: readonly JobRow[],
  run?: UsualRun,
): Promise<Job[]> {
  const givenBack = await readGivenBack(parts.database, rows)
  return Promise.all(
    rows.map(async (row) =>
      toJob(parts.storage, row, {
        waitingBefore: await countWaitingBefore(parts.database, parts.providers, row),
        creditsGivenBack: givenBack.get(row.id) ?? 0,
        usual: await createUsualOf(parts, usualTimes, run)(row),
      }),
    ),
  )
}

/** Usual time of one run: a watched one reports often, and its input size is constant. */
function createUsualOf({ database }: ProcessingParts, usualTimes: UsualTimes, known?: UsualRun) {
  let run = known && Promise.resolve(known)
  return async (row: JobRow): Promise<UsualTime | null> => {
    if (!isOpen(row)) return null
    run ??= usualRunOf(database, row)
    return usualTimes(await run)
  }
}
