// Accounts: Better Auth's own tables (`auth_*`), and the tables that the documents name (document 1 §3; C-29, C-49).
// Better Auth keeps the password hash in `auth_accounts`; `user_login_methods` is the consumer's view of the same facts.
import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'

const id = () => uuid('id').primaryKey().defaultRandom()
const createdAt = () => timestamp('created_at', { withTimezone: true }).notNull().defaultNow()
const updatedAt = () => timestamp('updated_at', { withTimezone: true }).notNull().defaultNow()

export const authUsers = pgTable('auth_users', {
  id: id(),
  name: text('name').notNull(),
  email: text('email').notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  /** Kept by the database: when the present address was confirmed (document 1 §3). */
  emailConfirmedAt: timestamp('email_confirmed_at', { withTimezone: true }),
  /** When one and the same person showed to hold the address and the way in (address-proof.ts); null until then. */
  ownerProvenAt: timestamp('owner_proven_at', { withTimezone: true }),
  /** Made while no email could be sent, so that its address was never to be proven (decision 0104). */
  madeWithoutMail: boolean('made_without_mail').notNull().default(false),
  /** When the account ends unless its owner signs in before; null: it stays. */
  deletionDueAt: timestamp('deletion_due_at', { withTimezone: true }),
  twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
  image: text('image'),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

const authUserId = (column = 'user_id') =>
  uuid(column)
    .notNull()
    .references(() => authUsers.id, { onDelete: 'cascade' })

export const authSessions = pgTable('auth_sessions', {
  id: id(),
  userId: authUserId(),
  token: text('token').notNull().unique(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  ipAddress: text('ip_address'),
  userAgent: text('user_agent'),
  /** When a second factor was last shown in this session: an authenticator's code, a recovery code, a passkey. */
  strongAt: timestamp('strong_at', { withTimezone: true }),
  /** When its password was last typed in this session. */
  passwordAt: timestamp('password_at', { withTimezone: true }),
  /** When it was first used: only then has its owner passed every check, the second factor too (note-sign-in.ts). */
  notedAt: timestamp('noted_at', { withTimezone: true }),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

export const authAccounts = pgTable('auth_accounts', {
  id: id(),
  userId: authUserId(),
  accountId: text('account_id').notNull(),
  providerId: text('provider_id').notNull(),
  accessToken: text('access_token'),
  refreshToken: text('refresh_token'),
  idToken: text('id_token'),
  accessTokenExpiresAt: timestamp('access_token_expires_at', { withTimezone: true }),
  refreshTokenExpiresAt: timestamp('refresh_token_expires_at', { withTimezone: true }),
  scope: text('scope'),
  password: text('password'),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

/** Second factor by authenticator app; secret and recovery codes are encrypted with the service's key. */
export const authTwoFactors = pgTable('auth_two_factors', {
  id: id(),
  userId: authUserId().unique(),
  secret: text('secret').notNull(),
  backupCodes: text('backup_codes').notNull(),
  /** False until the first code has shown that the app holds the secret. */
  verified: boolean('verified').notNull().default(false),
  failedVerificationCount: integer('failed_verification_count').notNull().default(0),
  lockedUntil: timestamp('locked_until', { withTimezone: true }),
  /** The newest 30-second step whose code was used: none serves twice. */
  lastUsedStep: bigint('last_used_step', { mode: 'number' }),
  /** Which use that was: only this one may take it back (decision 0216). */
  lastStepBy: uuid('last_step_by'),
})

/** WebAuthn credentials, as Better Auth's plugin keeps them; `lastUsedAt` is ours. */
export const authPasskeys = pgTable(
  'auth_passkeys',
  {
    id: id(),
    userId: authUserId(),
    name: text('name'),
    publicKey: text('public_key').notNull(),
    credentialID: text('credential_id').notNull().unique(),
    counter: bigint('counter', { mode: 'number' }).notNull(),
    deviceType: text('device_type').notNull(),
    /** Kept by a password manager on several devices, not by one device alone. */
    backedUp: boolean('backed_up').notNull(),
    transports: text('transports'),
    aaguid: text('aaguid'),
    createdAt: createdAt(),
    lastUsedAt: timestamp('last_used_at', { withTimezone: true }),
  },
  (table) => [index('auth_passkeys_user').on(table.userId)],
)

export const authVerifications = pgTable('auth_verifications', {
  id: id(),
  identifier: text('identifier').notNull(),
  value: text('value').notNull(),
  expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  /** With a link for a new password: the browser that asked for it (decision 0245). */
  askedIn: uuid('asked_in'),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
})

/** What a request has spent or ended, for minutes: it alone puts it back where it fails, unless somebody ended it for good meanwhile (decision 0216). */
export const authSpent = pgTable(
  'auth_spent',
  {
    id: id(),
    spentBy: uuid('spent_by').notNull(),
    model: text('model').notNull(),
    /** The token of a session, the identifier of a link, a state or a challenge. */
    name: text('name'),
    userId: uuid('user_id').references(() => authUsers.id, { onDelete: 'cascade' }),
    row: jsonb('row').notNull(),
    spentAt: timestamp('spent_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    index('auth_spent_by').on(table.spentBy),
    index('auth_spent_name').on(table.name),
    index('auth_spent_user').on(table.userId),
  ],
)

export const userProfiles = pgTable(
  'user_profiles',
  {
    id: uuid('id')
      .primaryKey()
      .references(() => authUsers.id, { onDelete: 'cascade' }),
    username: text('username'),
    initialEmail: text('initial_email'),
    avatarUrl: text('avatar_url'),
    userType: text('user_type').notNull().default('free'),
    status: text('status').default('active'),
    /** Role of an administrator who may not do everything (decision 0108); null for all others. */
    adminRole: text('admin_role'),
    phone: text('phone'),
    phoneRegion: text('phone_region'),
    phoneVerified: boolean('phone_verified').notNull().default(false),
    phoneVerifiedAt: timestamp('phone_verified_at', { withTimezone: true }),
    /** Results keep where the picture was taken. */
    keepsPosition: boolean('keeps_position').notNull().default(false),
    /** An email when a long run has ended. */
    mailsWhenDone: boolean('mails_when_done').notNull().default(false),
    /** Kept by the ledger's trigger; never written by a use case. */
    creditsTotal: integer('credits_total').notNull().default(0),
    creditsRemaining: integer('credits_remaining').notNull().default(0),
    creditsUsed: integer('credits_used').generatedAlwaysAs(sql`credits_total - credits_remaining`),
    /** Name and first address in small letters, for the operator's search: `ilike` on letters of all languages is ten times as slow. */
    searchText: text('search_text').generatedAlwaysAs(
      sql`lower(coalesce(username, '') || ' ' || coalesce(initial_email, ''))`,
    ),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    check('user_profiles_type', sql`${table.userType} in ('free', 'premium', 'vip', 'admin', 'banned')`),
    check('user_profiles_admin_role', sql`${table.adminRole} in ('operator', 'finance', 'support')`),
    check('user_profiles_status', sql`${table.status} in ('active', 'suspended', 'banned')`),
    check(
      'user_profiles_credits',
      sql`${table.creditsRemaining} >= 0 and ${table.creditsTotal} >= ${table.creditsRemaining}`,
    ),
    index('user_profiles_created').on(table.createdAt),
    uniqueIndex('user_profiles_username').on(sql`lower(${table.username})`),
  ],
)

export const verificationCodes = pgTable(
  'verification_codes',
  {
    id: id(),
    targetType: text('target_type').notNull(),
    targetValue: text('target_value').notNull(),
    /** A keyed hash: a copy of the table opens nothing. */
    code: text('code').notNull(),
    purpose: text('purpose').notNull(),
    userId: uuid('user_id').references(() => authUsers.id, { onDelete: 'cascade' }),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    used: boolean('used').notNull().default(false),
    verified: boolean('verified').notNull().default(false),
    verifiedAt: timestamp('verified_at', { withTimezone: true }),
    /** Which use that was: only this one may take it back (decision 0216). */
    usedBy: uuid('used_by'),
    attempts: integer('attempts').notNull().default(0),
    maxAttempts: integer('max_attempts').notNull().default(5),
    createdAt: createdAt(),
  },
  (table) => [
    check('verification_codes_target_type', sql`${table.targetType} in ('phone', 'email')`),
    check(
      'verification_codes_purpose',
      sql`${table.purpose} in ('registration', 'login', 'bind_account', 'account_recovery')`,
    ),
    check('verification_codes_attempts', sql`${table.attempts} between 0 and ${table.maxAttempts}`),
    index('verification_codes_target').on(table.targetType, table.targetValue, table.createdAt),
    index('verification_codes_expiry').on(table.expiresAt),
  ],
)

/** The SMS gateway's delivery answers (C-49). */
export const smsVerificationCodes = pgTable(
  'sms_verification_codes',
  {
    id: id(),
    verificationCodeId: uuid('verification_code_id').references(() => verificationCodes.id, { onDelete: 'cascade' }),
    phone: text('phone').notNull(),
    deliveryStatus: text('delivery_status').notNull(),
    deliveryAnswer: jsonb('delivery_answer'),
    createdAt: createdAt(),
  },
  (table) => [check('sms_verification_codes_status', sql`${table.deliveryStatus} in ('accepted', 'failed')`)],
)

export const userLoginMethods = pgTable(
  'user_login_methods',
  {
    id: id(),
    userId: authUserId(),
    methodType: text('method_type').notNull(),
    methodValue: text('method_value').notNull(),
    methodDisplay: text('method_display'),
    verified: boolean('verified').notNull().default(false),
    isPrimary: boolean('is_primary').notNull().default(false),
    status: text('status').notNull().default('active'),
    createdAt: createdAt(),
  },
  (table) => [
    check('user_login_methods_type', sql`${table.methodType} in ('email', 'phone', 'google', 'github', 'wechat')`),
    check('user_login_methods_status', sql`${table.status} in ('active', 'disabled')`),
    uniqueIndex('user_login_methods_active').on(table.methodType, table.methodValue).where(sql`status = 'active'`),
    index('user_login_methods_user').on(table.userId),
  ],
)

export const accountMergeHistory = pgTable('account_merge_history', {
  id: id(),
  primaryUserId: authUserId('primary_user_id'),
  mergedUserId: uuid('merged_user_id').notNull(),
  mergeReason: text('merge_reason'),
  mergedData: jsonb('merged_data'),
  mergeType: text('merge_type'),
  createdAt: createdAt(),
})

/** To which version of terms and privacy policy somebody agreed, and when. */
export const termsConsents = pgTable(
  'terms_consents',
  { id: id(), userId: authUserId(), version: text('version').notNull(), acceptedAt: createdAt() },
  (table) => [uniqueIndex('terms_consents_version').on(table.userId, table.version)],
)

export const securityEvents = pgTable(
  'security_events',
  {
    id: id(),
    userId: authUserId(),
    kind: text('kind').notNull(),
    browser: text('browser'),
    system: text('system'),
    /** The network, coarsely. */
    place: text('place'),
    /** With a sign-in: a keyed hash of the browser's own number. */
    deviceMark: text('device_mark'),
    createdAt: createdAt(),
  },
  (table) => [index('security_events_user').on(table.userId, table.createdAt)],
)
