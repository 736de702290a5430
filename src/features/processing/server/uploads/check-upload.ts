// Whether a received picture fits the place that it came from: size first, then what its bytes are. Names and declared types
// are not asked, because they can lie (document 2 §5; C-10, C-11, U-62).
import { FORMAT_BY_MIME } from '#engine/capabilities.ts'
import { EngineError } from '#engine/engine-error.ts'
import type { ImageFacts } from '#engine/engine-types.ts'
import { ServiceError } from '#platform/server/http/service-error.ts'
import { messageFromRegister } from '#rulebook/errors/errors.ts'
import { mimeTypesOf, STORAGE_FORMATS } from '#rulebook/pictures/image-formats.ts'
import {
  ALTERNATE_MAX_BYTES,
  checkAlternateUpload,
  checkHomeUpload,
  checkMainUpload,
  HOME_MAX_BYTES,
  MAIN_MAX_BYTES,
  MIN_BYTES,
  UNKNOWN_TYPE,
  type UploadFile,
  validateImage,
} from '#rulebook/pictures/upload.ts'
import type { Problem } from '#rulebook/problem.ts'
import type { UploadPurpose } from '../../contract.ts'

/** Where a picture came from: one of the uploaders, or the body of a documented processing call. */
export type UploadPlace = UploadPurpose | 'call'

type Check = (file: UploadFile) => Problem | undefined
interface PlaceRule {
  readonly maxBytes: number
  readonly check: Check
}

const PLACES: Readonly<Record<UploadPlace, PlaceRule>> = {
  main: { maxBytes: MAIN_MAX_BYTES, check: checkMainUpload },
  alternate: { maxBytes: ALTERNATE_MAX_BYTES, check: checkAlternateUpload },
  home: { maxBytes: HOME_MAX_BYTES, check: checkHomeUpload },
  // What the provider does not take is decoded before; what cannot be decoded at all is refused (C-10).
  call: {
    maxBytes: MAIN_MAX_BYTES,
    check: ({ type }) => (type.startsWith('image/') ? undefined : { code: 'image-format' }),
  },
}

/** Some type that every place accepts, for the checks that ask about the size alone. */
const ANY_LISTED_TYPE = mimeTypesOf(STORAGE_FORMATS)[0]!

/** Throws ServiceError with the place's own refusal. */
export function checkSize(place: UploadPlace, file: { readonly sizeBytes: number }): void {
  const asked: UploadFile = { type: ANY_LISTED_TYPE, size: file.sizeBytes }
  const problem = PLACES[place].check(asked) ?? validateImage(asked, { maxBytes: PLACES[place].maxBytes })
  if (problem) throw new ServiceError(problem.code, problem.data)
}

/** The media types accepted here, for checks before decoding. */
export const acceptedTypes = (place: UploadPlace): readonly string[] =>
  Object.keys(FORMAT_BY_MIME).filter((type) => !PLACES[place].check({ type, size: MIN_BYTES }))

/** Throws ServiceError when the place does not take this kind of picture. */
export function checkContent(
  place: UploadPlace,
  { mimeType, sizeBytes }: Pick<ImageFacts, 'mimeType'> & { readonly sizeBytes: number },
): void {
  const problem = PLACES[place].check({ type: mimeType, size: sizeBytes })
  if (problem) throw new ServiceError(problem.code, problem.data)
}

/** The engine's own trouble with a file, which may be good. */
const BROKEN_INSPECTIONS: readonly EngineError['code'][] = ['timeout', 'crashed', 'out-of-memory']

/** What the engine's refusal of a file means in this place. */
export function refusalOf(place: UploadPlace, sizeBytes: number, error: unknown): unknown {
  if (!(error instanceof EngineError)) return error
  if (error.code === 'corrupt') return new ServiceError('image-info-unreadable')
  if (BROKEN_INSPECTIONS.includes(error.code))
    return new ServiceError('image-preparation-failed', { message: messageFromRegister({ code: error.code }) })
  if (error.code !== 'unsupported-format') return new ServiceError(error.code)
  const problem = PLACES[place].check({ type: error.mediaType ?? UNKNOWN_TYPE, size: sizeBytes })
  return new ServiceError(problem?.code ?? 'image-format', problem?.data)
}
