// Accounts as both sides see them (document 1 §3, §7). Password, provider and mail flows are Better Auth's routes below
// `/api/auth/*`; here stand the short-lived access token and the profile.
import { oc } from '@orpc/contract'
import { z } from 'zod'

/** The authenticated user as the documents describe him (document 1 §3). */
export const authUser = z.object({
  id: z.uuid(),
  email: z.string().nullable(),
  email_confirmed_at: z.iso.datetime().nullable(),
  phone: z.string().nullable(),
  user_metadata: z.object({ full_name: z.string().optional(), avatar_url: z.string().optional() }),
  app_metadata: z.object({ provider: z.string() }),
})

/** The access token is a JWT of a few minutes; the long-lived session stays in an HttpOnly cookie (architecture §3). */
export const session = z.object({
  access_token: z.string(),
  expires_at: z.iso.datetime(),
  /** The same in seconds from now, because the browser's clock may be wrong. */
  expires_in: z.int(),
  user: authUser,
})

export const profile = z.object({
  id: z.uuid(),
  username: z.string().nullable(),
  initial_email: z.string().nullable(),
  avatar_url: z.string().nullable(),
  user_type: z.string(),
  status: z.string().nullable(),
  phone: z.string().nullable(),
  phone_region: z.string().nullable(),
  phone_verified: z.boolean(),
  phone_verified_at: z.iso.datetime().nullable(),
  credits: z.object({ used: z.int(), total: z.int(), remaining: z.int() }),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})

/** What a person whose address is taken can do instead (document 1 §2 register; U-44). */
export const accountSuggestion = z.object({
  type: z.enum(['google', 'github', 'email', 'reset']),
  action: z.enum(['google_login', 'github_login', 'email_login', 'reset_password']),
})

/** A living session as its owner recognises it; null where the browser or the address says nothing. */
export const device = z.object({
  id: z.uuid(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  /** Network part of the address. */
  place: z.string().nullable(),
  signedInAt: z.iso.datetime(),
  /** To within the life of an access token. */
  lastSeenAt: z.iso.datetime(),
  isCurrent: z.boolean(),
})

export const accountContract = {
  /** Reads only the session cookie, every other call the bearer token; null for a visitor. Asked from our own pages only. */
  session: oc.route({ method: 'POST', path: '/account/session' }).output(session.nullable()),
  /** What this service has configured: screens claim nothing else (C-24, C-33). */
  options: oc
    .route({ method: 'GET', path: '/account/options' })
    .output(z.object({ google: z.boolean(), github: z.boolean(), mail: z.boolean(), sms: z.boolean() })),
  suggestions: oc
    .route({ method: 'POST', path: '/account/suggestions' })
    .input(z.object({ email: z.string().max(254) }))
    .output(z.object({ exists: z.boolean(), suggestions: z.array(accountSuggestion) })),
  profile: {
    /** Creates the profile (and the free credits) when it is missing. */
    get: oc.route({ method: 'GET', path: '/account/profile' }).output(profile),
    update: oc
      .route({ method: 'PATCH', path: '/account/profile' })
      .input(z.object({ username: z.string().max(100).optional() }))
      .output(profile),
  },
  /** These want the session cookie beside the bearer token: a stolen access token neither lists nor ends sessions. */
  devices: {
    list: oc.route({ method: 'GET', path: '/account/devices' }).output(z.array(device)),
    remove: oc
      .route({ method: 'POST', path: '/account/devices/{id}/sign-out' })
      .input(z.object({ id: z.uuid() }))
      .output(z.object({ removed: z.int() })),
    removeOthers: oc
      .route({ method: 'POST', path: '/account/devices/sign-out-others' })
      .output(z.object({ removed: z.int() })),
  },
}

export type AuthUser = z.infer<typeof authUser>
export type Session = z.infer<typeof session>
export type Profile = z.infer<typeof profile>
export type Device = z.infer<typeof device>
export type AccountSuggestion = z.infer<typeof accountSuggestion>
