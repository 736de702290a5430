// The submit calls (Topaz contract §2): asynchronous ones answer ids at once, the synchronous ones of g1 hold the line and answer the picture.
import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { type CheckedSubmit, checkSubmit, refuse } from './check-submit.ts'
import { receiveForm } from './receive-form.ts'
import { answerJson, type Vendor, type VendorCall } from './vendor-call.ts'
import type { VendorJob } from './vendor-jobs.ts'
import { durationOf } from './vendor-limits.ts'
import type { VendorPath } from './vendor-models.ts'

const SYNC_LOOK_MS = 10

export async function submit(call: VendorCall, path: VendorPath, isSync: boolean): Promise<void> {
  const { vendor, record, key } = call
  const form = await receiveForm(call.request, vendor.folder, vendor.settings.maxBodyBytes)
  record.fields = form.fields
  if (form.file) record.file = { name: form.file.name, type: form.file.type, sizeBytes: form.file.sizeBytes }
  if (call.fault.takenAfterMs) await delay(call.fault.takenAfterMs)
  const sourceId = form.fields.source_id
  const earlierFile = sourceId === undefined ? undefined : vendor.sources.get(sourceId)
  const available = vendor.account.available(key)
  const checked = await checkSubmit(vendor.settings, { path, isSync, form, earlierFile, available })
  const refusal = vendor.account.refusalOf(key)
  if (refusal) refuse(refusal.status, refusal.message)
  if (vendor.settings.isToppingUp) refuse(425, 'Too early to reserve credits.')
  const job = accept(call, path, isSync, checked, {
    name: form.file?.name,
    sourceId,
    webhookUrl: form.fields.webhook_url,
  })
  if (isSync) return answerWithPicture(call, job)
  const eta = etaOf(vendor, job)
  answerJson(call, 200, { process_id: job.id, source_id: job.sourceId, eta }, jobHeaders(vendor, job))
}

/** §2.4: absolute, whole seconds, of the clock that the caller has: a virtual minute at twenty times the speed ends in three seconds. */
export const etaOf = ({ clock }: Pick<Vendor, 'clock'>, job: VendorJob): number =>
  Math.ceil(clock.toReal(job.createdAt + job.durationSeconds) + (job.fault?.etaShiftSeconds ?? 0))

const jobHeaders = (vendor: Vendor, job: VendorJob): Record<string, string> => ({
  'X-Process-ID': job.id,
  'X-Source-ID': job.sourceId,
  'X-ETA': String(etaOf(vendor, job)),
})

function accept(
  { vendor, fault }: VendorCall,
  path: VendorPath,
  isSync: boolean,
  checked: CheckedSubmit,
  given: { name: string | undefined; sourceId: string | undefined; webhookUrl: string | undefined },
): VendorJob {
  const sourceId = given.sourceId ?? randomUUID()
  vendor.sources.set(sourceId, checked.inputFile)
  const output = fault.job?.wrongSize ?? checked.output
  const picture = vendor.pictures.make({
    ...checked,
    path,
    output,
    keepsMetadata: vendor.settings.keepsMetadata,
  })
  // Asked for at the download; until then nobody listens.
  picture.catch(() => {})
  const job = vendor.jobs.add({
    ...checked,
    sourceId,
    path,
    filename: given.name ?? checked.inputFile,
    isSync,
    durationSeconds: fault.job?.durationSeconds ?? durationOf(path, checked.output),
    picture,
    webhookUrl: given.webhookUrl,
    fault: fault.job,
  })
  vendor.webhooks.watch(job)
  return job
}

/** §2.4 "Sync": body, content type and the three headers; there is no JSON. */
async function answerWithPicture({ vendor, response }: VendorCall, job: VendorJob): Promise<void> {
  while (!job.end) {
    await delay(SYNC_LOOK_MS)
    vendor.jobs.settle()
  }
  if (job.end.status !== 'Completed') refuse(500, 'An internal server error occurred.')
  const file = await job.picture
  response.writeHead(200, {
    'Content-Type': contentTypeOf(job.outputFormat),
    'Content-Length': (await stat(file)).size,
    ...jobHeaders(vendor, job),
  })
  createReadStream(file).pipe(response)
}

export const contentTypeOf = (format: string): string =>
  format === 'png' ? 'image/png' : format.startsWith('tif') ? 'image/tiff' : 'image/jpeg'
