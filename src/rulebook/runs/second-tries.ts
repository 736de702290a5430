// Whether the same run may end otherwise the next time: what lies in the picture or its settings does not pass by itself, and another try there is
// not offered beside what cannot work.
import type { ErrorCode } from '../errors/errors.ts'

const STAYS: readonly string[] = [
  'upload-type-main',
  'upload-size-main',
  'upload-type-alternate',
  'upload-size-alternate',
  'image-too-large',
  'image-too-small',
  'image-type',
  'image-info-unreadable',
  'file-gone',
  'image-format',
  'image-size',
  'unsupported-format',
  'corrupt',
  'too-much-metadata',
  'too-many-pixels',
  'too-small',
  'out-of-memory',
  'output-too-large',
  'parameter-invalid',
  'parameter-unsupported',
  'unknown-model',
] satisfies ErrorCode[]

/** True of a refusal or failure without a known code, too: the cause is unknown. */
export const mayPassNextTime = ({ code }: { readonly code?: unknown }): boolean => !STAYS.includes(String(code))

/** The service no longer has the picture. */
const GONE: readonly string[] = ['upload-missing', 'upload-expired'] satisfies ErrorCode[]
export const needsNewUpload = ({ code }: { readonly code?: unknown }): boolean => GONE.includes(String(code))
