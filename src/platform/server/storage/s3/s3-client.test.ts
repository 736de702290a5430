// Signed addresses in either style, without a server: host style against the example that AWS publishes, because no server of ours speaks it.
import { expect, it } from 'vitest'
import { createS3Client } from './s3-client.ts'
import { pictureOrigin, type S3Settings } from './s3-settings.ts'

/** docs.aws.amazon.com, "Authenticating Requests: Using Query Parameters (AWS Signature Version 4)". */
const AWS_EXAMPLE: S3Settings = {
  endpoint: 'https://s3.amazonaws.com',
  publicEndpoint: 'https://s3.amazonaws.com',
  bucket: 'examplebucket',
  region: 'us-east-1',
  style: 'host',
  credentials: { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY' },
}
const ISSUED_AT = new Date('2013-05-24T00:00:00Z')

const presigned = async (settings: S3Settings) =>
  new URL(
    await createS3Client(settings, { now: () => ISSUED_AT }).presign(
      'test.txt',
      { 'X-Amz-Expires': '86400' },
      ISSUED_AT,
    ),
  )

it('puts the bucket before the host name and signs as AWS does, where the style is host', async () => {
  const address = await presigned(AWS_EXAMPLE)
  expect(address.origin + address.pathname).toBe('https://examplebucket.s3.amazonaws.com/test.txt')
  expect(address.searchParams.get('X-Amz-Signature')).toBe(
    'aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
  )
  expect(pictureOrigin(AWS_EXAMPLE)).toBe(address.origin)
})

it('puts it before the key, where the style is path, and signs for the server that browsers reach', async () => {
  const settings = { ...AWS_EXAMPLE, style: 'path', publicEndpoint: 'https://pictures.example.com/s3/' } as const
  const address = await presigned(settings)
  expect(address.origin + address.pathname).toBe('https://pictures.example.com/s3/examplebucket/test.txt')
  expect(pictureOrigin(settings)).toBe(address.origin)
})
