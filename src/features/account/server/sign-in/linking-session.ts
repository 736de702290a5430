// The way back from a provider that is to be tied to an account. The library ties it to whoever began, by the state alone, whatever has become of the session
// that began: a thief who was signed out meanwhile, or whose password was changed, would still add a way in (decision 0235).
import type { GenericEndpointContext } from 'better-auth'
import { z } from 'zod'
import { LINK_RETURN_PATHS } from '#rulebook/account/login-method-texts.ts'
import { readSession } from './failed-database.ts'

const linkState = z.object({ link: z.object({ userId: z.string() }) })

/** Throws a redirect to the page that began, unless its person is signed in here. */
export async function demandSessionThatLinks(ctx: GenericEndpointContext): Promise<void> {
  const { state } = (ctx.query ?? {}) as { state?: unknown }
  if (typeof state !== 'string') return
  const kept = await ctx.context.internalAdapter.findVerificationValue(`auth-state:${state}`)
  const link = kept && linkState.safeParse(JSON.parse(kept.value)).data?.link
  if (!link || (await readSession(ctx))?.user.id === link.userId) return
  throw ctx.redirect(`${LINK_RETURN_PATHS.failure}&error=session-expired`)
}
