// Uploads and jobs as both sides see them (document 2 §3, §7; architecture §5). Bytes travel over plain routes:
// `POST /api/uploads` (multipart: purpose, file) answers an `Upload`; pictures come from the signed addresses in these shapes.

import { z } from 'zod'
import { byId } from '#platform/by-id.ts'
import { eventIterator, publicProcedure, signedInProcedure, uncountedProcedure } from '#platform/procedures.ts'
import { EXPORT_FORMAT_KEYS, EXPORT_QUALITY_KEYS } from '#rulebook/runs/result-exports.ts'
import { SHARE_DAYS } from '#rulebook/runs/shares.ts'

/** Which uploader sent the picture; each has its own list and limit (C-10, C-11). */
export const uploadPurpose = z.enum(['main', 'alternate', 'home'])

export const upload = z.object({
  id: z.uuid(),
  originalFilename: z.string(),
  fileSize: z.int(),
  mimeType: z.string(),
  width: z.int(),
  height: z.int(),
  /** Signed, short-lived addresses on this origin (or of the object storage). */
  thumbnailAddress: z.string(),
  viewAddress: z.string(),
  createdAt: z.iso.datetime(),
  /** Until when the files are kept (C-14). */
  filesKeptUntil: z.iso.datetime(),
  filesRemoved: z.boolean(),
})

/** What a result took over from the picture that was sent. */
export const keptFacts = z.object({
  takenAt: z.string().optional(),
  camera: z.string().optional(),
  dpi: z.number().optional(),
  profile: z.enum(['srgb', 'display-p3', 'converted']),
  position: z.enum(['none', 'removed', 'kept']),
  label: z.enum(['none', 'written', 'preserved']),
  isMarked: z.boolean(),
})

/** Seconds, and what they come from: runs of the last days here, or our engine's own bench. */
export const usualTime = z.object({ seconds: z.number(), from: z.enum(['history', 'measured']) })

export const jobStatus = z.enum(['pending', 'processing', 'completed', 'failed'])

export const job = z.object({
  id: z.uuid(),
  uploadId: z.uuid(),
  parentId: z.uuid().nullable(),
  modelKey: z.string(),
  processType: z.string(),
  mode: z.enum(['auto', 'manual']),
  params: z.record(z.string(), z.union([z.number(), z.boolean(), z.string()])),
  originalFilename: z.string(),
  status: jobStatus,
  /** 0–100 as document 2 §4 counts it; `stage` names the work behind it (rulebook progress texts). */
  progress: z.int(),
  stage: z.string(),
  /** Jobs that start before this one; 0 once it runs. */
  waitingBefore: z.int(),
  creditsHeld: z.int(),
  creditsConsumed: z.int(),
  /** How many of them an operator gave back. */
  creditsGivenBack: z.int(),
  /** A run that changed next to nothing: its credits came back, or the day's limit of that was reached; null for all others. */
  noEffect: z.object({ outcome: z.enum(['returned', 'charged']), credits: z.int() }).nullable(),
  aiService: z.string(),
  /** A code of the rulebook's error register, with what its text needs. */
  error: z.object({ code: z.string(), data: z.record(z.string(), z.unknown()).optional() }).nullable(),
  result: z
    .object({
      width: z.int(),
      height: z.int(),
      thumbnailAddress: z.string(),
      viewAddress: z.string(),
      /** PNG of full size as an attachment named processed-{timestamp}.png (C-37). */
      downloadAddress: z.string(),
      /** Bytes of the PNG; null for results of earlier versions. */
      sizeBytes: z.int().nullable(),
      /** Null for results of earlier versions. */
      kept: keptFacts.nullable(),
      hasAlpha: z.boolean(),
      processingSeconds: z.number(),
      estimates: z.record(z.string(), z.number()),
      /** Some of its detail was not in the picture (AI 补充细节). */
      hasInventedDetail: z.boolean(),
    })
    .nullable(),
  filesRemoved: z.boolean(),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  completedAt: z.iso.datetime().nullable(),
  /** How long a run like this usually takes here; null while nothing is known, and once it has ended (C-12). */
  usual: usualTime.nullable(),
})

export const startJobInput = z.object({
  source: z.union([z.object({ uploadId: z.uuid() }), z.object({ parentJobId: z.uuid() })]),
  modelKey: z.string().max(100),
  mode: z.enum(['auto', 'manual']),
  params: z.record(z.string().max(40), z.union([z.number(), z.boolean(), z.string().max(4096)])),
  /** The price on the start button; another price than the server's is refused, never charged (C-07). */
  shownCredits: z.int(),
  /** Made once per press; the same key is the same job (C-43). */
  startKey: z.uuid(),
  /** Said after `engine-instead`: our own engine may do it for the price shown then. */
  acceptsEngine: z.boolean().optional(),
})

/** A run before it is started: what comes out, for how much, in about how long, or why it cannot be had. */
export const quoteRequest = startJobInput.pick({ source: true, modelKey: true, mode: true, params: true })
export const quote = z.object({
  size: z.object({ width: z.int(), height: z.int() }).nullable(),
  credits: z.int(),
  seconds: z.number().nullable(),
  /** Whose word the seconds are; null without any. */
  from: z.enum(['vendor', 'history', 'measured']).nullable(),
  problem: z.object({ code: z.string(), data: z.record(z.string(), z.unknown()).optional() }).nullable(),
})

/** What the provider of the model, or the default one, cannot honour, per parameter, with the reason that the disabled switch shows. */
export const capabilities = z.object({
  provider: z.string(),
  unsupportedParams: z.record(z.string(), z.string()),
  /** Whether one spot can be looked at before a run is paid. */
  hasPatches: z.boolean(),
  /** Whether a run's size is bounded here or its time known beforehand, so that a quote carries information. */
  hasQuotes: z.boolean(),
})

/** A result as a smaller file, made at the first request for it and kept as long as the result. */
export const exportRequest = z.object({
  id: z.uuid(),
  format: z.enum(EXPORT_FORMAT_KEYS),
  quality: z.enum(EXPORT_QUALITY_KEYS),
})
export const resultExport = z.object({
  /** Signed and short-lived, as an attachment named processed-{timestamp} with the ending of its format. */
  downloadAddress: z.string(),
  sizeBytes: z.int(),
})

/** A large picture cut into squares, so that a browser loads only what it shows. */
export const pictureTiles = z.object({
  /** Side of a tile in pixels of its level; those at the right and lower edge are smaller. */
  tilePx: z.int(),
  /** Largest first; none for a picture whose view file is of full size, or whose tiles cannot be made. */
  levels: z.array(
    z.object({
      width: z.int(),
      height: z.int(),
      /** Signed and short-lived, row after row from the upper left. */
      addresses: z.array(z.string()),
    }),
  ),
})

/** Address of the light version at this service, signed and short-lived, for pages that read pixels: those of another host are closed to them (decision 0205). */
export const viewHere = z.object({ address: z.string() })

/** What was measured in a picture, for `recommendationsFor`; null where nothing could be measured. */
export const pictureEstimates = z.object({ estimates: z.record(z.string(), z.number()).nullable() })

/** A free look at one spot of what a run would give (decision 0099). */
export const patchRequest = startJobInput.pick({ source: true, modelKey: true, mode: true, params: true }).extend({
  /** Middle of the spot, 0–1 of width and height; absent: where the picture has most to show. */
  spot: z.object({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) }).optional(),
})
export const patch = z.object({
  /** Signed and short-lived: a PNG of twice the patch's width, left the picture, right the result. */
  address: z.string(),
  width: z.int(),
  height: z.int(),
  spot: z.object({ x: z.number(), y: z.number() }),
  resultWidth: z.int(),
  resultHeight: z.int(),
})

/** How much one person may still upload today, and keep. */
export const uploadAllowance = z.object({
  uploadsToday: z.int(),
  uploadsPerDay: z.int(),
  storedBytes: z.number(),
  storageBytes: z.number(),
})

export const share = z.object({
  id: z.uuid(),
  jobId: z.uuid(),
  originalFilename: z.string(),
  /** What the owner gives away. */
  address: z.string(),
  allowsDownload: z.boolean(),
  expiresAt: z.iso.datetime(),
})

/** Who receives pictures outside this service, and the version of the texts that explain it. */
export const consentOffer = z.object({
  version: z.string().max(40),
  name: z.string().max(80),
  country: z.string().max(40),
  contact: z.string().max(200).nullable(),
})
export const consentState = z.object({
  /** Null: pictures stay on the operator's machines, and nobody is asked. */
  recipient: consentOffer.nullable(),
  /** Null: not given, taken back, or given for another version, provider or country. */
  givenAt: z.iso.datetime().nullable(),
})

export const processingContract = {
  capabilities: publicProcedure
    .route({ method: 'GET', path: '/processing/capabilities' })
    .input(z.object({ modelKey: z.string().max(100).optional() }).default({}))
    .output(capabilities),
  /** What a run of this model usually takes here, before one is started (C-12). */
  usualSeconds: publicProcedure
    .route({ method: 'GET', path: '/processing/usual-seconds' })
    .input(
      z.object({
        modelKey: z.string().max(100),
        megapixels: z.coerce.number<number>().positive().max(1000).optional(),
      }),
    )
    .output(z.object({ usual: usualTime.nullable() })),
  /** Quote for an own picture. Takes nothing and starts nothing. */
  quote: uncountedProcedure.route({ method: 'POST', path: '/processing/quote' }).input(quoteRequest).output(quote),
  consent: {
    read: signedInProcedure.route({ method: 'GET', path: '/processing/consent' }).output(consentState),
    /** Takes what was shown, so that nobody agrees to something else. */
    give: signedInProcedure
      .route({ method: 'POST', path: '/processing/consent' })
      .input(consentOffer)
      .output(consentState),
    revoke: uncountedProcedure.route({ method: 'POST', path: '/processing/consent/revoke' }).output(consentState),
  },
  uploads: {
    get: signedInProcedure.route({ method: 'GET', path: '/uploads/{id}' }).input(byId).output(upload),
    allowance: signedInProcedure.route({ method: 'GET', path: '/uploads/allowance' }).output(uploadAllowance),
    tiles: uncountedProcedure.route({ method: 'POST', path: '/uploads/{id}/tiles' }).input(byId).output(pictureTiles),
    view: uncountedProcedure.route({ method: 'POST', path: '/uploads/{id}/view' }).input(byId).output(viewHere),
    /** Free of charge; the first question measures the picture and takes a second or two. Visitors ask for their trial picture. */
    estimates: publicProcedure
      .route({ method: 'GET', path: '/uploads/{id}/estimates' })
      .input(byId)
      .output(pictureEstimates),
    /** Takes over a picture of the anonymous trial after sign-in (C-36). */
    claimTrial: signedInProcedure.route({ method: 'POST', path: '/uploads/claim-trial' }).input(byId).output(upload),
  },
  /** Patch of an own picture, or of a visitor's trial picture with automatic values. */
  drawPatch: publicProcedure.route({ method: 'POST', path: '/processing/patches' }).input(patchRequest).output(patch),
  /** Own results that others may see by their address (decision 0091). */
  shares: {
    list: signedInProcedure.route({ method: 'GET', path: '/shares' }).output(z.array(share)),
    create: signedInProcedure
      .route({ method: 'POST', path: '/shares' })
      .input(z.object({ jobId: z.uuid(), days: z.literal(SHARE_DAYS), allowsDownload: z.boolean() }))
      .output(share),
    revoke: uncountedProcedure.route({ method: 'POST', path: '/shares/{id}/revoke' }).input(byId).output(z.object({})),
  },
  jobs: {
    start: uncountedProcedure.route({ method: 'POST', path: '/jobs' }).input(startJobInput).output(job),
    get: signedInProcedure.route({ method: 'GET', path: '/jobs/{id}' }).input(byId).output(job),
    /** Jobs of this user that wait or run, newest first: a page that was left finds its job again. */
    open: signedInProcedure.route({ method: 'GET', path: '/jobs/open' }).output(z.array(job)),
    tiles: uncountedProcedure.route({ method: 'POST', path: '/jobs/{id}/tiles' }).input(byId).output(pictureTiles),
    view: uncountedProcedure.route({ method: 'POST', path: '/jobs/{id}/view' }).input(byId).output(viewHere),
    export: uncountedProcedure
      .route({ method: 'POST', path: '/jobs/{id}/exports' })
      .input(exportRequest)
      .output(resultExport),
    cancel: uncountedProcedure.route({ method: 'POST', path: '/jobs/{id}/cancel' }).input(byId).output(job),
    /** Server-sent events: the row as it is now, then every change until it ends. */
    watch: signedInProcedure.route({ method: 'GET', path: '/jobs/{id}/events' }).input(byId).output(eventIterator(job)),
  },
}

export type Upload = z.infer<typeof upload>
export type UploadPurpose = z.infer<typeof uploadPurpose>
/** What came of a picture whose way broke off (begun-upload.ts); of the file alone. */
export interface BegunUpload {
  readonly bytes: number
  /** All came, and only the answer was lost. */
  readonly upload: Upload | null
}
export type Job = z.infer<typeof job>
export type Share = z.infer<typeof share>
export type UsualTime = z.infer<typeof usualTime>
export type UploadAllowance = z.infer<typeof uploadAllowance>
export type ResultExport = z.infer<typeof resultExport>
export type QuoteRequest = z.infer<typeof quoteRequest>
export type Quote = z.infer<typeof quote>
export type PatchRequest = z.infer<typeof patchRequest>
export type Patch = z.infer<typeof patch>
export type PictureTiles = z.infer<typeof pictureTiles>
export type StartJob = z.infer<typeof startJobInput>
export type ConsentOffer = z.infer<typeof consentOffer>
export type ConsentState = z.infer<typeof consentState>
export type Capabilities = z.infer<typeof capabilities>
