// The picture with which an account begins (document 1 §2 "User dropdown"; P-20; decision 0055): the one of the provider by which somebody came, else
// one of the operator's avatar generator. Fetched once by this service and kept like every avatar, so that no page asks a third party; what
// cannot be had leaves the drawing of the browser.
import { setTimeout } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { fetchPublicFile } from '#platform/server/http/fetch-public-file.ts'
import type { Settings } from '#platform/server/settings.ts'
import { untilDone } from '#platform/server/until-done.ts'
import { AVATAR_MAX_BYTES, checkAvatarFile } from '#rulebook/account/avatar.ts'
import { authUsers } from '../tables.ts'
import { type AvatarParts, storeAvatar } from './avatar.ts'

const TIMEOUT_MS = 10_000
/** So long a first sign-in by a provider waits, that its first page shows the picture; the rest goes on beside it. */
const SIGN_IN_WAITS_MS = 3000
const SET_TRIES = 5

export interface FirstPictureParts extends AvatarParts {
  readonly settings: Pick<Settings, 'google' | 'github' | 'wechat' | 'avatarGeneratorUrl'>
  readonly inBackground: (work: Promise<unknown>) => void
}

interface NewUser {
  readonly id: string
  readonly image?: string | null
}

export async function takeFirstPicture(parts: FirstPictureParts, user: NewUser): Promise<void> {
  const generated = parts.settings.avatarGeneratorUrl?.replaceAll('{seed}', user.id)
  const addresses = [user.image, generated].flatMap((address) => address || [])
  if (addresses.length === 0) return
  const work = keepPicture(parts, user.id, addresses)
  parts.inBackground(work)
  if (!user.image) return
  // Nobody is kept out for want of a picture; what failed is told of by whoever keeps the work.
  await Promise.race([work.catch(() => {}), setTimeout(SIGN_IN_WAITS_MS, undefined, { ref: false })])
}

/** Throws where the database stays away. */
async function keepPicture(parts: FirstPictureParts, userId: string, addresses: readonly string[]): Promise<void> {
  const [address, ...others] = addresses
  if (address === undefined) return void (await setImage(parts, userId, null))
  try {
    const key = await storeAvatar(parts, userId, await fetchPicture(parts, address))
    const isKept = await setImage(parts, userId, `/${key}`)
    // The account ended meanwhile.
    if (!isKept) await parts.storage.remove(key)
  } catch (error) {
    parts.log.warn(
      { reason: error instanceof Error ? error.message : 'unknown' },
      'first picture of an account not kept',
    )
    await keepPicture(parts, userId, others)
  }
}

async function fetchPicture({ settings }: FirstPictureParts, address: string): Promise<File> {
  const { google, github, wechat, avatarGeneratorUrl } = settings
  const named = [google?.discoveryUrl, github?.apiUrl, wechat?.apiUrl, avatarGeneratorUrl]
  const { bytes, type } = await fetchPublicFile(address, {
    maxBytes: AVATAR_MAX_BYTES,
    timeoutMs: TIMEOUT_MS,
    trustedOrigins: named.flatMap((known) => (known ? new URL(known).origin : [])),
  })
  const file = new File([bytes], 'picture', { type })
  const problem = checkAvatarFile(file)
  if (problem) throw new Error(problem.code)
  return file
}

/** Mostly behind the answer: a connection that breaks must not cost the picture. False where the account has ended. */
async function setImage({ database }: FirstPictureParts, userId: string, image: string | null): Promise<boolean> {
  let isSet = false
  await untilDone(async () => {
    const isThis = eq(authUsers.id, userId)
    const changed = await database.orm.update(authUsers).set({ image }).where(isThis).returning({ id: authUsers.id })
    isSet = changed.length > 0
  }, SET_TRIES)
  return isSet
}
