// The share target where no service worker answers it (not yet installed, removed, private window): the picture is not read, the
// catalogue says so.
import { Hono } from 'hono'
import type { HttpEnv } from '#platform/server/http/request-context.ts'
import { SHARE_QUERY, SHARE_TARGET_PATH } from '#rulebook/site/offline-texts.ts'
import { PATHS } from '#rulebook/site/site-map.ts'

export const createShareRoutes = (): Hono<HttpEnv> =>
  new Hono<HttpEnv>().post(SHARE_TARGET_PATH, (context) =>
    context.redirect(`${PATHS.catalogue}?${SHARE_QUERY}=no`, 303),
  )
