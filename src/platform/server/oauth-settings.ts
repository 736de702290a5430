// Accounts at Google and GitHub, whose people may sign in here.
import { z } from 'zod'
import { SettingsError } from './settings-error.ts'

export interface OauthClient {
  readonly clientId: string
  readonly clientSecret: string
}
export type GoogleSettings = OauthClient & { readonly discoveryUrl: string }
export type GithubSettings = OauthClient & {
  readonly authorizationUrl: string
  readonly tokenUrl: string
  readonly apiUrl: string
}

export const OAUTH_VARIABLES = {
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  GOOGLE_DISCOVERY_URL: z.url().default('https://accounts.google.com/.well-known/openid-configuration'),
  GITHUB_CLIENT_ID: z.string().optional(),
  GITHUB_CLIENT_SECRET: z.string().optional(),
  GITHUB_AUTHORIZATION_URL: z.url().default('https://github.com/login/oauth/authorize'),
  GITHUB_TOKEN_URL: z.url().default('https://github.com/login/oauth/access_token'),
  GITHUB_API_URL: z.url().default('https://api.github.com'),
}
type Variables = z.infer<z.ZodObject<typeof OAUTH_VARIABLES>>

export function googleFrom(values: Variables): GoogleSettings | undefined {
  const client = clientFrom('GOOGLE', values.GOOGLE_CLIENT_ID, values.GOOGLE_CLIENT_SECRET)
  return client && { ...client, discoveryUrl: values.GOOGLE_DISCOVERY_URL }
}

export function githubFrom(values: Variables): GithubSettings | undefined {
  const client = clientFrom('GITHUB', values.GITHUB_CLIENT_ID, values.GITHUB_CLIENT_SECRET)
  return (
    client && {
      ...client,
      authorizationUrl: values.GITHUB_AUTHORIZATION_URL,
      tokenUrl: values.GITHUB_TOKEN_URL,
      apiUrl: values.GITHUB_API_URL,
    }
  )
}

function clientFrom(name: string, clientId?: string, clientSecret?: string): OauthClient | undefined {
  if (!clientId && !clientSecret) return undefined
  if (!clientId || !clientSecret)
    throw new SettingsError(`${name}_CLIENT_ID and ${name}_CLIENT_SECRET are set together or not at all.`)
  return { clientId, clientSecret }
}
