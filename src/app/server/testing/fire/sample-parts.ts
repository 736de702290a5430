// A picture, and who is said to compute.
import sharp from 'sharp'
import { CONSENT_VERSION, type Recipient } from '#rulebook/runs/provider-consent.ts'

/** Who is said to compute: consents are asked for, too. */
export const RECIPIENT: Recipient = { name: 'T', country: '某国', contact: undefined }
export const CONSENT = { version: CONSENT_VERSION, name: RECIPIENT.name, country: RECIPIENT.country, contact: null }

/** Noise, so that it is not too small to be a picture. */
export const pictureBytes = (type: 'png' | 'jpeg' = 'png'): Promise<Buffer> =>
  sharp({
    create: {
      width: 200,
      height: 120,
      channels: 3,
      background: '#888888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  })
    .toFormat(type)
    .toBuffer()
