// The engine's contract with the rest of the program: file paths and plain data in, progress and files out.
// The engine knows no HTTP, no database and no credits (architecture §4, engine study §3.6).
import type { ParameterKey, ParameterValues } from '#rulebook/tools/parameter.ts'
import type { PictureChange } from './picture-change.ts'

/** Formats that the engine recognises from the first bytes of a file. */
export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'tiff' | 'bmp' | 'heic' | 'avif' | 'svg'

/** Why the engine refused or failed; the texts for people are in the rulebook. */
export type EngineErrorCode =
  | 'unsupported-format' // not an image we read, or an image codec we do not have
  | 'corrupt' // the bytes claim to be an image and cannot be decoded
  | 'too-much-metadata' // comments, profiles, EXIF and XMP over their limit, found before decoding
  | 'too-many-pixels' // over the pixel or side limit, found before decoding
  | 'too-small' // nothing to work on (a side below the tool's minimum)
  | 'out-of-memory' // the child ran over its memory limit
  | 'timeout' // over the time limit; the child was killed
  | 'cancelled' // the caller's signal fired; the child was killed
  | 'disk-full' // a result could not be written
  | 'crashed' // the child ended without an answer

export interface ImageFacts {
  readonly format: ImageFormat
  readonly mimeType: string
  /** As seen by a person: after EXIF orientation. Pixels. */
  readonly width: number
  readonly height: number
  readonly hasAlpha: boolean
  readonly bitsPerSample: 8 | 16
  readonly isAnimated: boolean
  readonly viewMimeType: 'image/jpeg' | 'image/png'
}

/** A picture that any browser can show: upright, sRGB, JPEG (PNG where there is transparency), scaled down only when larger. */
export interface ViewRequest {
  readonly viewPath: string
  readonly viewMaxSidePx: number
}

export interface InspectRequest extends ViewRequest {
  readonly sourcePath: string
  /** Media types that are taken; another one is `unsupported-format` before a pixel is decoded. Absent: all that we read. */
  readonly accepts?: readonly string[]
  /** Where the thumbnail goes (JPEG, fits into the square, upright). */
  readonly thumbnailPath: string
  readonly thumbnailSidePx: number
  /** 0–1 as the documents write it (0.8). */
  readonly thumbnailQuality: number
}

/** Only measures: writes nothing. */
export interface MeasureRequest {
  readonly sourcePath: string
}

/** What was measured in a picture, in the words that `src/rulebook/runs/picture-findings.ts` reads, units in their names. */
export type PictureEstimates = Readonly<Record<string, number>>

/** A picture re-encoded as a small square: upright, without metadata, cropped to its middle. */
export interface SquareRequest {
  readonly sourcePath: string
  /** A WebP file. */
  readonly targetPath: string
  readonly accepts: readonly string[]
  /** Never enlarged: a smaller picture gives a smaller square. */
  readonly sidePx: number
  /** Sides that are taken; others are `too-small` and `too-many-pixels` before decoding. */
  readonly sourceSidesPx: { readonly min: number; readonly max: number }
}

/** A picture for a service that takes JPEG and PNG only: upright, opaque, without metadata; its numbers are sRGB's, or Display P3's untagged. */
export interface PrepareRequest {
  readonly sourcePath: string
  readonly targetPath: string
}

export interface PreparedPicture {
  readonly format: 'jpeg' | 'png'
  readonly width: number
  readonly height: number
}

/** Who made a result, for the label of AI content that every one carries (GB 45438-2025). */
export interface LabelRequest {
  /** Printable ASCII without spaces: the operator's code, or a name. */
  readonly producer: string
  /** The run; never a person. */
  readonly produceId: string
  /** Draws the words that people can see, too. */
  readonly isVisible: boolean
}

/** What a result takes over from its source. */
export interface KeepRequest {
  /** Absent in measurements of the engine alone: no label. */
  readonly label?: LabelRequest | undefined
  /** Where the picture was taken; left out otherwise. */
  readonly keepsPosition?: boolean | undefined
}

/** Metadata that the result kept, to be shown to its owner. */
export interface KeptFacts {
  /** As the camera wrote it, in its own time: `2024-05-01 12:30:00`. */
  readonly takenAt?: string
  readonly camera?: string
  readonly dpi?: number
  /** `converted`: another profile's colours, now in sRGB. */
  readonly profile: 'srgb' | 'display-p3' | 'converted'
  readonly position: 'none' | 'removed' | 'kept'
  /** `preserved`: the source had one. */
  readonly label: 'none' | 'written' | 'preserved'
  /** Whether the visible AI label is drawn into the picture. */
  readonly isMarked: boolean
}

/** A provider's answer becomes our result: whole, with the source's transparency and profile put back. */
export interface AdoptRequest extends ViewRequest, KeepRequest {
  readonly sourcePath: string
  readonly answerPath: string
  /** A PNG of the answer's size is written here. */
  readonly resultPath: string
  readonly thumbnailPath: string
  readonly thumbnailSidePx: number
  readonly thumbnailQuality: number
}

export type AdoptOutcome = Pick<ProcessOutcome, 'width' | 'height' | 'inputHeight' | 'viewMimeType' | 'kept'>

/** A result of ours as a smaller file. */
export interface EncodeRequest {
  readonly sourcePath: string
  readonly targetPath: string
  readonly format: 'jpeg' | 'webp'
  /** 1–100. */
  readonly quality: number
}

/** A large picture in tiles, one folder per level below `folder`; `tilePath` names each. */
export interface TilesRequest {
  readonly sourcePath: string
  readonly folder: string
  readonly levels: readonly { readonly width: number; readonly height: number }[]
  readonly tilePx: number
  /** `webp` is lossless and keeps transparency. */
  readonly format: 'jpeg' | 'webp'
}

export interface ProcessRequest extends ViewRequest, KeepRequest {
  readonly sourcePath: string
  /** A PNG of full size is written here. */
  readonly resultPath: string
  readonly thumbnailPath: string
  readonly thumbnailSidePx: number
  readonly thumbnailQuality: number
  /** Key of one of the 23 models of the rulebook. */
  readonly modelKey: string
  /** Manual values; what is absent the engine estimates from the picture. */
  readonly params: ParameterValues
}

/** A preview of a run: one spot of its result, bit for bit, beside the same spot of the picture. */
export interface PatchRequest extends Pick<KeepRequest, 'label'> {
  readonly sourcePath: string
  /** A PNG of twice the patch's width: left the picture (enlarged where the result is larger), right the result. */
  readonly targetPath: string
  readonly modelKey: string
  readonly params: ParameterValues
  /** In pixels of the result; smaller where the result is. */
  readonly sidePx: number
  /** Its middle, 0–1 of width and height. Absent: where the picture has most to show. */
  readonly spot?: PictureSpot | undefined
}

export interface PictureSpot {
  readonly x: number
  readonly y: number
}

export interface PatchOutcome {
  /** Size of the patch itself. */
  readonly width: number
  readonly height: number
  readonly spot: PictureSpot
  readonly resultWidth: number
  readonly resultHeight: number
}

/** Third-party nets: those that come with the program's manifests, and the operator's own. */
export interface UsedPacks {
  /** The longest that one may run for a picture. */
  readonly mostSeconds: number
  readonly addedFolder?: string | undefined
}

/** A picture of `megapixels` that is enlarged by `factor`. */
export interface PackRun {
  readonly modelKey: string
  readonly megapixels: number
  readonly factor: number
}

/** One honest step of the work; `fraction` (0–1) is of the whole run, weighted by predicted cost, and never falls. */
export interface EngineProgress {
  readonly stage: EngineStage
  readonly fraction: number
}

export type EngineStage =
  | 'decode'
  | 'analyse'
  | 'denoise'
  | 'deblur'
  | 'repair'
  | 'enlarge'
  | 'detail'
  | 'light'
  | 'encode'

export interface ProcessOutcome {
  readonly width: number
  readonly height: number
  readonly inputWidth: number
  readonly inputHeight: number
  readonly engineSeconds: number
  readonly viewMimeType: 'image/jpeg' | 'image/png'
  readonly kept: KeptFacts
  /** What was estimated and done, so that support can explain a result; stored with the job. */
  readonly report: EngineReport
}

/** What the check of a plan on samples of the picture found, or would have (decision 0130). */
export type Artefact =
  | 'texture-taken' // what was taken for noise does not look like noise
  | 'more-than-noise' // so much is taken that it costs the picture more than the noise does
  | 'edges-overdrawn' // brighter or darker than anything near it was
  | 'flats-roughened' // grain where there was none
  | 'neutrals-tinted' // grey or white that is not grey or white any more
  | 'whites-greyed' // paper or white sky that became grey
  | 'tones-clipped' // white or black that was neither

/** Less was done to the picture than was measured. */
export interface MilderPlan {
  /** `measured`: all of the noise; `plain`: nothing, or for a tool that enlarges, enlarging alone. */
  readonly plan: 'measured' | 'milder' | 'plain'
  readonly excess?: number // 0–1, of what the model removes beyond the noise; absent: all
  readonly noise?: 'milder' | 'plain' // of what was measured as noise only the sure part is believed, or nothing; absent: all
  readonly because: readonly Artefact[]
}

export interface EngineReport {
  /** `net`: a trained net of our own enlarged; `classical` needs no weights. */
  readonly tier: 'classical' | 'net'
  /** Nets that computed, ours by name, third-party ones as `id@version`. */
  readonly nets: readonly string[]
  /** Why a run that a net should have done was classical: no weights, no runtime for this system, a failed check. */
  readonly fallbackReason?: string
  readonly stages: readonly EngineStage[]
  /** Measured, in the units of the name: `noiseSigma` in 8-bit levels, `blurSigma` in pixels, `jpegQuality` 1–100, `castLogRatio` of red to blue. */
  readonly estimates: PictureEstimates
  /** Absent where the plan that the measurements ask for passed its check. */
  readonly milder?: MilderPlan
  /** Absent where the result is of another size than the picture. */
  readonly change?: PictureChange
  /** Whether anything was drawn that the picture does not show. Absent in runs of earlier versions. */
  readonly drawsDetail?: boolean
  readonly seed: number
  /** Parameters that had no effect here; the start guards refuse them, so normally empty. */
  readonly ignored: readonly ParameterKey[]
}

/** Whose work it is: nobody waits behind two files of one stranger, and signed-in people never behind guests. */
export interface EngineLane {
  readonly owner: string
  readonly isGuest: boolean
}

export interface EngineRunOptions {
  readonly signal?: AbortSignal
  readonly lane?: EngineLane
  readonly onProgress?: (progress: EngineProgress) => void
  readonly timeoutMs?: number
}

/** Runs in a child process per call; a cancel or a timeout kills it within a second and leaves no partial file behind. */
export interface Engine {
  inspect(request: InspectRequest, options?: EngineRunOptions): Promise<ImageFacts>
  measure(request: MeasureRequest, options?: EngineRunOptions): Promise<PictureEstimates>
  drawSquare(request: SquareRequest, options?: EngineRunOptions): Promise<void>
  encode(request: EncodeRequest, options?: EngineRunOptions): Promise<void>
  cutTiles(request: TilesRequest, options?: EngineRunOptions): Promise<void>
  prepare(request: PrepareRequest, options?: EngineRunOptions): Promise<PreparedPicture>
  adopt(request: AdoptRequest, options?: EngineRunOptions): Promise<AdoptOutcome>
  process(request: ProcessRequest, options?: EngineRunOptions): Promise<ProcessOutcome>
  drawPatch(request: PatchRequest, options?: EngineRunOptions): Promise<PatchOutcome>
  /** Seconds that a third-party net takes in such a run; 0 where none is used. */
  packSeconds(run: PackRun): Promise<number>
}
