// Sign-in with Google and GitHub (document 1 §1, §7; C-24), from the addresses in the settings, so that tests and operators
// behind a gateway can point them elsewhere.
import type { GenericOAuthConfig } from 'better-auth/plugins'
import { z } from 'zod'
import { readTextAtMost } from '#platform/server/http/read-at-most.ts'
import type { Log } from '#platform/server/log.ts'
import type { Settings } from '#platform/server/settings.ts'

/** Better Auth waits for this document without a limit and with it every sign-in, also those by password. */
const DISCOVERY_TIMEOUT_MS = 5000
const ANSWER_MAX_BYTES = 256 * 1024

/** The providers that are configured and can be reached. */
export async function readProviders(
  settings: Pick<Settings, 'google' | 'github'>,
  log: Log,
): Promise<GenericOAuthConfig[]> {
  const { google, github } = settings
  const canUseGoogle = google && (await isReachable(google.discoveryUrl, log))
  return [...(canUseGoogle ? [googleConfig(google)] : []), ...(github ? [githubConfig(github, log)] : [])]
}

/** Never further than the configured address. */
const ask = (address: string, headers: Record<string, string> = {}) =>
  fetch(address, { headers, redirect: 'error', signal: AbortSignal.timeout(DISCOVERY_TIMEOUT_MS) })

async function isReachable(discoveryUrl: string, log: Log): Promise<boolean> {
  try {
    const response = await ask(discoveryUrl)
    if (response.ok) return true
    log.error({ discoveryUrl, status: response.status }, 'Google sign-in is off: its discovery document is refused')
  } catch (error) {
    log.error(
      { discoveryUrl, err: error },
      'Google sign-in is off until the next start: its discovery document cannot be reached',
    )
  }
  return false
}

const googleConfig = (google: NonNullable<Settings['google']>): GenericOAuthConfig => ({
  providerId: 'google',
  discoveryUrl: google.discoveryUrl,
  requireIdTokenVerification: true,
  clientId: google.clientId,
  clientSecret: google.clientSecret,
  scopes: ['openid', 'email', 'profile'],
  prompt: 'select_account',
})

const githubConfig = (github: NonNullable<Settings['github']>, log: Log): GenericOAuthConfig => ({
  providerId: 'github',
  authorizationUrl: github.authorizationUrl,
  tokenUrl: github.tokenUrl,
  clientId: github.clientId,
  clientSecret: github.clientSecret,
  scopes: ['read:user', 'user:email'],
  // TRAP: what is thrown here ends as a page of status 500; null leads back to the callback page, which says that it did not work.
  getUserInfo: async ({ accessToken, raw }) => {
    try {
      // GitHub refuses a code with status 200.
      if (!accessToken) throw new Error(`GitHub gave no token: ${raw?.error}`)
      return await readGithubUser(github.apiUrl, accessToken)
    } catch (error) {
      log.error({ err: error }, 'sign-in with GitHub failed')
      return null
    }
  },
})

const githubUser = z.object({
  id: z.number(),
  login: z.string(),
  name: z.string().nullish(),
  avatar_url: z.string().nullish(),
})
const githubEmails = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

/** GitHub has no OpenID Connect; the address is in a separate list. */
async function readGithubUser(apiUrl: string, accessToken: string) {
  const get = async (path: string): Promise<unknown> => {
    const headers = {
      authorization: `Bearer ${accessToken}`,
      accept: 'application/vnd.github+json',
      'user-agent': 'huanying',
    }
    const response = await ask(apiUrl + path, headers)
    if (!response.ok) throw new Error(`GitHub answered ${response.status} for ${path}`)
    return JSON.parse(await readTextAtMost(response.body, ANSWER_MAX_BYTES))
  }
  const [user, emails] = [githubUser.parse(await get('/user')), githubEmails.parse(await get('/user/emails'))]
  const email = emails.find((entry) => entry.primary) ?? emails[0]
  return {
    id: String(user.id),
    name: user.name ?? user.login,
    // Without one the sign-in is refused with its own code.
    email: email?.email,
    emailVerified: email?.verified ?? false,
    ...(user.avatar_url ? { image: user.avatar_url } : {}),
  }
}
