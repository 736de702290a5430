// The account at an S3 server, from the settings S3_*.
import { SettingsError } from '../../settings-error.ts'

export interface S3Settings {
  /** Where the service itself reaches the server. */
  readonly endpoint: string
  /** Where browsers reach it: the same, unless the endpoint is an inner one. */
  readonly publicEndpoint: string
  readonly bucket: string
  readonly region: string
  /** `host` puts the bucket before the host name (Aliyun OSS takes nothing else), `path` before the key. */
  readonly style: 'path' | 'host'
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string }
}

interface S3Variables {
  readonly S3_ENDPOINT?: string | undefined
  readonly S3_PUBLIC_ENDPOINT?: string | undefined
  readonly S3_BUCKET?: string | undefined
  readonly S3_REGION: string
  readonly S3_STYLE: 'path' | 'host'
  readonly S3_ACCESS_KEY_ID?: string | undefined
  readonly S3_SECRET_ACCESS_KEY?: string | undefined
  readonly PUBLIC_ORIGIN?: string | undefined
}

/** Names that S3 takes. */
export const BUCKET = /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/

/** Undefined without an account: pictures lie in a folder. Throws SettingsError for half an account. */
export function s3From(values: S3Variables): S3Settings | undefined {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region, S3_STYLE: style } = values
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values
  if (!endpoint && !bucket && !accessKeyId && !secretAccessKey) return undefined
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) {
    throw new SettingsError(
      'S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are set together or not at all.',
    )
  }
  if (!BUCKET.test(bucket)) {
    throw new SettingsError('S3_BUCKET must have 3 to 63 letters a-z, digits, dots or hyphens, as S3 asks.')
  }
  const publicEndpoint = values.S3_PUBLIC_ENDPOINT ?? endpoint
  if (values.PUBLIC_ORIGIN?.startsWith('https:') && publicEndpoint.startsWith('http:')) {
    throw new SettingsError(
      'S3_PUBLIC_ENDPOINT (or S3_ENDPOINT) must be https: where PUBLIC_ORIGIN is, or browsers refuse to show the pictures.',
    )
  }
  return { endpoint, publicEndpoint, bucket, region, style, credentials: { accessKeyId, secretAccessKey } }
}

/** The origin of signed addresses. */
export function pictureOrigin({ publicEndpoint, bucket, style }: S3Settings): string {
  const url = new URL(publicEndpoint)
  if (style === 'host') url.hostname = `${bucket}.${url.hostname}`
  return url.origin
}
