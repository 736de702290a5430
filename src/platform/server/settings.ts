// Everything an operator can set, read once at start: environment variables (all listed in .env.example, each with a working
// default) and `--role`. A wrong value stops the start with the variable's name.

import { resolve } from 'node:path'
import { z } from 'zod'
import { VISIBLE_MARKS, type VisibleMark } from '#rulebook/runs/ai-label.ts'
import type { Operator } from '#rulebook/site/operator.ts'
import { DEFAULT_PRODUCT_NAME, PRODUCT_NAME_PATTERN } from '#rulebook/site/product.ts'
import { PUBLIC_API_KEY } from '#rulebook/site/public-api-key.ts'
import { BACKUP_S3_VARIABLES } from './backup-s3-settings.ts'
import { DATABASE_VARIABLES, type DatabaseSettings, databaseFrom } from './database/database-settings.ts'
import { TRUSTED_PROXIES_VARIABLE, trustedProxiesFrom } from './http/trusted-proxies.ts'
import { type GithubSettings, type GoogleSettings, githubFrom, googleFrom, OAUTH_VARIABLES } from './oauth-settings.ts'
import { PAYMENT_VARIABLES, type PaymentSettings, paymentFrom } from './payment-settings.ts'
import { PROVIDER_NAMES, type ProviderName, type ProviderRoutes, routesFrom } from './provider-routes.ts'
import { roleOf } from './role-words.ts'
import { readOrMakeSecret } from './secret-file.ts'
import { SettingsError } from './settings-error.ts'
import { withFiles, withoutEmpty } from './settings-from-files.ts'
import { SIGN_UP_WALL_PARTS, type SignUpWallPart, signUpWallFrom } from './sign-up-wall-settings.ts'
import { SMS_VARIABLES, type SmsSettings, smsFrom } from './sms/sms-settings.ts'
import { type S3Settings, s3From } from './storage/s3/s3-settings.ts'
import { TOPAZ_VARIABLES, type TopazSettings, topazFrom } from './topaz-settings.ts'
import { TRACING_VARIABLES, type TracingSettings, tracingFrom } from './tracing-settings.ts'
import { WECHAT_SIGN_IN_VARIABLES, type WechatSignInSettings, wechatFrom } from './wechat-sign-in-settings.ts'

export type Role = 'web' | 'worker' | 'all'

export interface Settings extends DatabaseSettings {
  readonly role: Role
  readonly isProduction: boolean
  readonly port: number
  readonly host: string
  /** Origin that people type, without a slash at its end; `https:` turns on secure cookies and HSTS. */
  readonly publicOrigin: string
  /** Absolute. */
  readonly dataDir: string
  readonly databaseUrl: string | undefined
  /** Undefined: pictures lie in the data folder. */
  readonly s3: S3Settings | undefined
  /** Signs tokens and addresses; all processes of one service share it. */
  readonly secret: string
  /** The previous one: accepted in verification, never used to sign. */
  readonly previousSecret: string | undefined
  /** The service made it itself, in the data folder. */
  readonly keepsOwnSecret: boolean
  readonly timeZone: string
  readonly logLevel: string
  readonly smtpUrl: string | undefined
  readonly mailFrom: string
  readonly google: GoogleSettings | undefined
  readonly github: GithubSettings | undefined
  readonly wechat: WechatSignInSettings | undefined
  /** Address of a generated avatar, with `{seed}` for the user id; undefined: the browser draws one (P-20). */
  readonly avatarGeneratorUrl: string | undefined
  /** Undefined: no codes by SMS, and no screen offers them. */
  readonly sms: SmsSettings | undefined
  /** The documents' `apikey` header (document 1 §7): names the client, protects nothing. */
  readonly publicApiKey: string
  /** Addresses of the proxies whose `x-forwarded-for` is trusted. */
  readonly trustedProxies: readonly string[]
  readonly signUpWall: readonly SignUpWallPart[]
  /** Facts about the operator that the pages show. */
  readonly operator: Operator
  /** As buyers, guests and readers of emails are shown it; the pages are built with the product's own. */
  readonly productName: string
  readonly provider: ProviderName
  /** Models that use another provider. */
  readonly providerRoutes: ProviderRoutes
  /** Who takes over from a provider whose account is refused, for consumers who agree (decision 0067). */
  readonly providerFailover: 'off' | 'local'
  /** Whether starts on the outside provider are refused once the entered pool is used up. */
  readonly poolBlocksWhenEmpty: boolean
  /** What every result's label of AI content says, and where people see it (decision 0090). */
  readonly aiLabel: { readonly producer: string; readonly visibleMark: VisibleMark }
  /** The account at the Topaz Image API; used when it is the provider. */
  readonly topaz: TopazSettings
  /** How credit packs are paid; nothing set: not at all. */
  readonly payment: PaymentSettings
  readonly startupAdminEmail: string | undefined
  /** Undefined: nothing is traced. */
  readonly tracing: TracingSettings | undefined
  readonly engineParallelJobs: number
  /** The longest that a third-party net may run for a picture; 0: they are not used. */
  readonly modelPackSeconds: number
  readonly stopGraceMs: number
  /** Whether the back office requires an authenticator's code or a passkey beside the sign-in (decision 0048). */
  readonly adminSecondFactor: boolean
  /** How long after a sign-in the back office stays open (U-25). */
  readonly adminSessionMs: number
  /** Pictures that one person may send in a day, refused ones included. */
  readonly uploadsPerDay: number
  /** Megabytes of originals that one person may keep. */
  readonly storagePerPersonMb: number
  /** Bearer token for `/metrics`; undefined: private addresses only. */
  readonly metricsToken: string | undefined
  /** A listener of its own for health and measurements, in any role; undefined: they are served beside the pages only. */
  readonly health: { readonly port: number; readonly host: string } | undefined
}

type Environment = Readonly<Record<string, string | undefined>>

const PRINTABLE = 'is not printable ASCII without spaces'
const optionalText = z.string().optional()
const variables = z.object({
  NODE_ENV: z.string().default('production'),
  ROLE: z.enum(['web', 'worker', 'all']).default('all'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default('0.0.0.0'),
  PUBLIC_ORIGIN: z
    .url({ protocol: /^https?$/ })
    .refine((url) => /^https?:\/\/[^/?#]+\/?$/i.test(url), 'has a path: the service stands at the root of its name')
    .optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_PUBLIC_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  S3_BUCKET: optionalText,
  S3_REGION: z.string().default('us-east-1'),
  S3_STYLE: z.enum(['path', 'host']).default('path'),
  S3_ACCESS_KEY_ID: optionalText,
  S3_SECRET_ACCESS_KEY: optionalText,
  SECRET: z.string().min(32).optional(),
  SECRET_PREVIOUS: z.string().min(32).optional(),
  TIME_ZONE: z.string().refine(isTimeZone, 'is not a time zone').default('Asia/Shanghai'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^[^<>@\s]+@[^<>@\s]+$|<[^<>@\s]+@[^<>@\s]+>$/,
      'is no address (name@your.domain, or 焕影 <name@your.domain>)',
    )
    .optional(),
  SIGN_UP_WALL: z.string().default(SIGN_UP_WALL_PARTS.join(',')),
  ...OAUTH_VARIABLES,
  ...WECHAT_SIGN_IN_VARIABLES,
  AVATAR_GENERATOR_URL: z
    .url({ protocol: /^https?$/ })
    .refine((url) => url.includes('{seed}'), 'has no {seed}')
    .optional(),
  ...SMS_VARIABLES,
  PUBLIC_API_KEY: z
    .string()
    .regex(/^[!-~]{1,100}$/, PRINTABLE)
    .default(PUBLIC_API_KEY),
  TRUSTED_PROXIES: TRUSTED_PROXIES_VARIABLE,
  CONTACT_EMAIL: z.email().optional(),
  OPERATOR_NAME: optionalText,
  ICP_NUMBER: optionalText,
  POLICE_NUMBER: optionalText,
  PRODUCT_NAME: z.string().regex(PRODUCT_NAME_PATTERN, 'is at most 30 signs without / = &').optional(),
  PROVIDER: z.enum(PROVIDER_NAMES).default('local'),
  PROVIDER_ROUTES: z.string().default(''),
  PROVIDER_FAILOVER: z.enum(['off', 'local']).default('off'),
  POOL_BLOCKS_WHEN_EMPTY: z.enum(['on', 'off']).default('off'),
  AI_LABEL_PRODUCER: z
    .string()
    .regex(/^[!-~]{1,100}$/, PRINTABLE)
    .default('huanying'),
  AI_VISIBLE_MARK: z.enum(VISIBLE_MARKS).default('off'),
  ...TOPAZ_VARIABLES,
  ...PAYMENT_VARIABLES,
  ...TRACING_VARIABLES,
  STARTUP_ADMIN_EMAIL: z.email().optional(),
  ENGINE_PARALLEL_JOBS: z.coerce.number().int().min(1).max(64).default(1),
  MODEL_PACK_SECONDS: z.coerce.number().min(0).max(600).default(60),
  STOP_GRACE_SECONDS: z.coerce.number().int().min(0).max(600).default(20),
  ADMIN_SECOND_FACTOR: z.enum(['on', 'off']).optional(),
  ADMIN_SESSION_HOURS: z.coerce.number().positive().max(720).default(12),
  ...DATABASE_VARIABLES,
  UPLOADS_PER_DAY: z.coerce.number().int().min(1).max(100_000).default(500),
  STORAGE_PER_PERSON_MB: z.coerce.number().int().min(1).max(10_000_000).default(10_240),
  METRICS_TOKEN: z.string().min(16).optional(),
  HEALTH_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  HEALTH_HOST: z.string().default('127.0.0.1'),
})
type Variables = z.infer<typeof variables>

const READ_HERE = Object.keys(variables.shape)
/** Every name, so that a test can compare .env.example with it. The account of backups is read by their commands alone, whose unit may be the only one that can. */
export const SETTING_NAMES: readonly string[] = [...READ_HERE, ...Object.keys(BACKUP_S3_VARIABLES)]

/** Reads the settings; makes the data folder and its secret when they are missing. Throws SettingsError. */
export function readSettings(env: Environment, args: readonly string[] = []): Settings {
  const values = parse({ ...withoutEmpty(withFiles(env, READ_HERE)), ...roleOf(args, env) })
  if (values.PROVIDER === 'scripted' && values.NODE_ENV !== 'test') {
    throw new SettingsError('PROVIDER=scripted works with NODE_ENV=test only: it invents its results.')
  }
  if (values.ROLE !== 'all' && !values.DATABASE_URL) {
    throw new SettingsError(
      `--role ${values.ROLE} needs a PostgreSQL server (DATABASE_URL): the embedded database belongs to one process, so it works with --role all only. 内置数据库只支持 --role all；分开运行时请设置 DATABASE_URL。`,
    )
  }
  return settingsFrom(values)
}

function settingsFrom(values: Variables): Settings {
  const dataDir = resolve(values.DATA_DIR)
  const publicOrigin = new URL(values.PUBLIC_ORIGIN ?? `http://localhost:${values.PORT}`).origin
  return {
    role: values.ROLE,
    isProduction: values.NODE_ENV === 'production',
    port: values.PORT,
    host: values.HOST,
    publicOrigin,
    dataDir,
    databaseUrl: values.DATABASE_URL,
    s3: s3From(values),
    secret: values.SECRET ?? readOrMakeSecret(dataDir),
    previousSecret: values.SECRET_PREVIOUS,
    keepsOwnSecret: values.SECRET === undefined,
    timeZone: values.TIME_ZONE,
    logLevel: values.LOG_LEVEL,
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? `noreply@${new URL(publicOrigin).hostname}`,
    signUpWall: signUpWallFrom(values.SIGN_UP_WALL),
    google: googleFrom(values),
    github: githubFrom(values),
    wechat: wechatFrom(values),
    avatarGeneratorUrl: values.AVATAR_GENERATOR_URL,
    sms: smsFrom(values),
    publicApiKey: values.PUBLIC_API_KEY,
    trustedProxies: trustedProxiesFrom(values.TRUSTED_PROXIES),
    operator: {
      name: values.OPERATOR_NAME ?? null,
      contactEmail: values.CONTACT_EMAIL ?? null,
      icpNumber: values.ICP_NUMBER ?? null,
      policeNumber: values.POLICE_NUMBER ?? null,
    },
    productName: values.PRODUCT_NAME ?? DEFAULT_PRODUCT_NAME,
    provider: values.PROVIDER,
    providerRoutes: routesFrom(values.PROVIDER_ROUTES),
    providerFailover: values.PROVIDER_FAILOVER,
    poolBlocksWhenEmpty: values.POOL_BLOCKS_WHEN_EMPTY === 'on',
    aiLabel: { producer: values.AI_LABEL_PRODUCER, visibleMark: values.AI_VISIBLE_MARK },
    topaz: topazFrom(values),
    payment: paymentFrom(values),
    tracing: tracingFrom(values),
    startupAdminEmail: values.STARTUP_ADMIN_EMAIL,
    engineParallelJobs: values.ENGINE_PARALLEL_JOBS,
    modelPackSeconds: values.MODEL_PACK_SECONDS,
    stopGraceMs: values.STOP_GRACE_SECONDS * 1000,
    adminSecondFactor: values.ADMIN_SECOND_FACTOR
      ? values.ADMIN_SECOND_FACTOR === 'on'
      : publicOrigin.startsWith('https:'),
    adminSessionMs: values.ADMIN_SESSION_HOURS * 3_600_000,
    ...databaseFrom(values),
    uploadsPerDay: values.UPLOADS_PER_DAY,
    storagePerPersonMb: values.STORAGE_PER_PERSON_MB,
    metricsToken: values.METRICS_TOKEN,
    health: values.HEALTH_PORT === undefined ? undefined : { port: values.HEALTH_PORT, host: values.HEALTH_HOST },
  }
}

function parse(input: Record<string, unknown>): Variables {
  const result = variables.safeParse(input)
  if (result.success) return result.data
  const lines = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new SettingsError(`Unusable settings. ${lines.join('; ')}`)
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
