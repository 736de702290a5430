// Status, download and cancel (Topaz contract §3, §4, §5; §12 "Status", "Download", "Cancel", "Delete status").
import { refuse } from './check-submit.ts'
import { contentTypeOf, etaOf } from './submit-calls.ts'
import { answerEmpty, answerJson, type VendorCall } from './vendor-call.ts'
import type { VendorJob } from './vendor-jobs.ts'
import { CATEGORIES, isGenerative } from './vendor-models.ts'

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const ADDRESS_LIFE_SECONDS = 3600

function jobOf({ vendor, parts }: VendorCall): VendorJob {
  const id = parts[0] ?? ''
  if (!UUID.test(id)) refuse(400, 'Invalid process ID.')
  return vendor.jobs.find(id) ?? refuse(404, 'An image with the given process ID was not found.')
}

export function readStatus(call: VendorCall): void {
  answerJson(call, 200, statusOf(call, jobOf(call)))
}

/** §3: an array, or a page of it. The cursor is the place in the list, newest first. */
export function listStatuses(call: VendorCall): void {
  const { vendor, address } = call
  const query = address.searchParams
  const jobs = vendor.jobs.list()
  if (vendor.settings.generation === 'g1' || query.get('paginated') !== 'true') {
    const statuses = jobs.map((job) => statusOf(call, job))
    answerJson(call, 200, statuses)
    return
  }
  const limit = Number(query.get('limit') ?? 50)
  if (!Number.isInteger(limit) || limit < 1 || limit > 100) refuse(400, 'Invalid limit.')
  const start = Number(query.get('cursor') ?? 0)
  const data = jobs.slice(start, start + limit).map((job) => statusOf(call, job))
  const hasNext = start + limit < jobs.length
  answerJson(call, 200, {
    data,
    pagination: { has_next_page: hasNext, ...(hasNext && { next_cursor: String(start + limit) }) },
  })
}

export function deleteStatus(call: VendorCall): void {
  const job = jobOf(call)
  if (!job.end) refuse(409, 'The process is still running.')
  call.vendor.jobs.remove(job)
  answerEmpty(call, 204)
}

export function deleteAllStatuses(call: VendorCall): void {
  const ended = call.vendor.jobs.list().filter((job) => job.end)
  for (const job of ended) call.vendor.jobs.remove(job)
  answerJson(call, 200, { deleted_count: ended.length })
}

export function cancel(call: VendorCall): void {
  const { vendor } = call
  const job = jobOf(call)
  const isPending = vendor.jobs.stateOf(job).status === 'Pending'
  if (job.end || (!isPending && !vendor.settings.cancelsProcessing)) refuse(409, 'The process cannot be cancelled.')
  vendor.jobs.cancel(job)
  answerEmpty(call, 204)
}

/** §4: GET and HEAD have an address of their own; the quick-start's `url` is a switch. */
export async function download(call: VendorCall): Promise<void> {
  const job = jobOf(call)
  if (job.end?.status !== 'Completed') return refuse(409, 'The process is not completed.')
  const file = await job.picture
  presign(call, file, contentTypeOf(job.outputFormat))
}

export function downloadInput(call: VendorCall): void {
  const job = jobOf(call)
  presign(call, job.inputFile, contentTypeOf(job.inputFormat))
}

function presign(call: VendorCall, file: string, contentType: string): void {
  const { blobs, clock, settings } = call.vendor
  const expiry = Math.floor(clock.now()) + ADDRESS_LIFE_SECONDS
  const get = blobs.presign('GET', file, contentType, expiry)
  const head = blobs.presign('HEAD', file, contentType, expiry)
  answerJson(call, 200, { [settings.namesAddressUrl ? 'url' : 'download_url']: get, head_url: head, expiry })
}

/** §3 StatusResponse: the required fields of S1, without those that the Feb 2026 file dropped from g2 on. */
export function statusOf({ vendor }: Pick<VendorCall, 'vendor'>, job: VendorJob): Record<string, unknown> {
  const { status, progress } = vendor.jobs.stateOf(job)
  const isG1 = vendor.settings.generation === 'g1'
  return {
    process_id: job.id,
    source_id: job.sourceId,
    filename: job.filename,
    input_format: job.inputFormat,
    input_height: job.input.height,
    input_width: job.input.width,
    output_format: job.outputFormat,
    output_height: job.output.height,
    output_width: job.output.width,
    category: CATEGORIES[job.path],
    model_type: isGenerative(job.path) ? 'Generative' : 'GAN',
    model: job.model,
    ...(isG1 && { ...faceFields(job), sync: job.isSync }),
    crop_to_fill: job.cropToFill,
    options_json: JSON.stringify(job.settings),
    status,
    progress,
    eta: etaOf(vendor, job),
    creation_time: Math.floor(job.createdAt),
    modification_time: Math.floor(job.end?.at ?? vendor.clock.now()),
    credits: job.credits,
  }
}

/** §2.3: what the vendor assumes where nothing was sent. */
const faceFields = ({ settings }: VendorJob) => ({
  subject_detection: settings.subject_detection ?? 'All',
  face_enhancement: settings.face_enhancement !== 'false',
  face_enhancement_creativity: Number(settings.face_enhancement_creativity ?? 0),
  face_enhancement_strength: Number(settings.face_enhancement_strength ?? 0.8),
})
