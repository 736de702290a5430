// `POST` and `DELETE /api/account/avatar` for its owner, `GET /avatars/…` for everybody (document 1 §7; U-58).
import { Readable } from 'node:stream'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { readFormFile } from '#platform/server/http/multipart.ts'
import type { HttpEnv } from '#platform/server/http/request-context.ts'
import { signedInRoute } from '#platform/server/http/require-sign-in.ts'
import { ObjectMissingError, type ObjectStorage } from '#platform/server/storage/object-storage.ts'
import { AVATAR_CACHE_SECONDS, AVATAR_MAX_BYTES } from '#rulebook/account/avatar.ts'
import { AVATAR_CATEGORY } from '#rulebook/pictures/storage-layout.ts'
import type { Profile } from '../../contract.ts'

export const AVATAR_PATH = '/api/account/avatar'
/** Room for the form around the file. */
const FORM_BYTES = 64 * 1024
const FILE_NAME = /^avatar_\d{1,16}\.webp$/
const OWNER = /^[\da-f-]{36}$/

interface AvatarRouteParts {
  readonly storage: ObjectStorage
  readonly setAvatar: (userId: string, file: File | undefined) => Promise<void>
  readonly removeAvatar: (userId: string) => Promise<void>
  readonly profileOf: (userId: string) => Promise<Profile>
}

/** Forms of the other kind unfold to half a million fields, and hold no file. */
const multipartOnly = createMiddleware<HttpEnv>(async (context, next) => {
  const type = context.req.header('content-type') ?? ''
  if (!type.startsWith('multipart/form-data')) return context.json({ code: 'avatar-type' }, 415)
  return next()
})

export function createAvatarRoutes({ storage, setAvatar, removeAvatar, profileOf }: AvatarRouteParts): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()
  const limit = bodyLimit({
    maxSize: AVATAR_MAX_BYTES + FORM_BYTES,
    onError: (context) => context.json({ code: 'avatar-too-large' }, 413),
  })
  routes.post(AVATAR_PATH, signedInRoute, multipartOnly, limit, async (context) => {
    const { userId, signal } = context.var.caller
    await setAvatar(userId, await readFormFile(context.req.raw, 'file', AVATAR_MAX_BYTES + 1, signal))
    return context.json(await profileOf(userId))
  })
  routes.delete(AVATAR_PATH, signedInRoute, async (context) => {
    const { userId } = context.var.caller
    await removeAvatar(userId)
    return context.json(await profileOf(userId))
  })
  routes.get(`/${AVATAR_CATEGORY}/:owner/:name`, async (context) => {
    const { owner, name } = context.req.param()
    if (!OWNER.test(owner) || !FILE_NAME.test(name)) return context.json({ code: 'not-found' }, 404)
    try {
      const picture = await storage.openRead(`${AVATAR_CATEGORY}/${owner}/${name}`)
      return new Response(Readable.toWeb(picture) as unknown as ReadableStream, {
        headers: {
          'content-type': 'image/webp',
          'cache-control': `public, max-age=${AVATAR_CACHE_SECONDS}, immutable`,
          'content-security-policy': "default-src 'none'; sandbox",
        },
      })
    } catch (error) {
      if (error instanceof ObjectMissingError) return context.json({ code: 'not-found' }, 404)
      throw error
    }
  })
  return routes
}
