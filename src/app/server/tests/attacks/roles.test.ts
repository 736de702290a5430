// Every call and every plain route as each role (document 1 §6; document 2 §6; U-14). The lists are read from the
// contract and the router: a new call or route without an entry here fails.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contract } from '#app/contract.ts'
import { createScriptedProvider } from '#features/processing/server/provider/scripted-provider.ts'
import { createTestUpload, eventually } from '#features/processing/server/testing/test-service.ts'
import { startOf } from '#features/processing/testing/start-of.ts'
import { createMetrics } from '#platform/server/metrics.ts'
import { composeFeatures } from '../../compose-features.ts'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'
import {
  callsOf,
  openRoleCallers,
  ROLES,
  type Role,
  type RoleCaller,
  SIGNED_IN_ROLES,
} from '../../testing/role-callers.ts'
import { signUpPerson, TEST_PASSWORD } from '../../testing/test-person.ts'

interface Ids {
  readonly userId: string
  readonly uploadId: string
  readonly jobId: string
  readonly sessionId: string
  readonly methodId: string
}
interface Entry {
  readonly visitor: string
  readonly signedIn: string
  readonly except?: Partial<Record<Role, string>>
  readonly input?: (ids: Ids) => unknown
}
const forEverybody = (input?: Entry['input']): Entry => ({ visitor: 'ok', signedIn: 'ok', ...(input && { input }) })
/** For the signed-in, about their own rows only; a suspended account keeps reading (U-14). */
const forOwner = (signedIn = 'ok', input?: Entry['input']): Entry => ({
  visitor: 'login-required',
  signedIn,
  ...(input && { input }),
})
const upload = ({ uploadId }: Ids) => ({ id: uploadId })
const job = ({ jobId }: Ids) => ({ id: jobId })
/** A look at one spot. */
const PATCH = { modelKey: 'denoise/normal', mode: 'auto', params: {} }
const startWith = ({ uploadId }: Pick<Ids, 'uploadId'>) => startOf({ uploadId })

const SMS_REQUEST = { phone: '13800000000', proof: { ticket: 'x', nonce: 0 } }

/** A call of the back office: opened by the first call of the table, closed by the last. */
const forAdmins = (admin = 'ok', input?: Entry['input']): Entry => ({
  visitor: 'login-required',
  signedIn: 'guard-not-admin',
  except: { admin },
  ...(input && { input }),
})

/** What each call answers when it is asked about a stranger's rows. */
const CALLS: Readonly<Record<string, Entry>> = {
  'site.status': forEverybody(),
  'account.session': forEverybody(),
  'account.options': forEverybody(),
  'account.emailChangeStep': forEverybody(),
  'account.suggestions': forEverybody(() => ({ email: 'nobody@roles.example.com' })),
  'account.reportBrowserError': forEverybody(() => ({ place: 'page', name: 'TypeError', message: '' })),
  'account.profile.get': forOwner(),
  'account.profile.update': forOwner('ok', () => ({})),
  'account.phone.task': { visitor: 'sms-not-configured', signedIn: 'sms-not-configured' },
  'account.phone.sendBindCode': forOwner('sms-not-configured', () => ({ ...SMS_REQUEST, password: TEST_PASSWORD })),
  'account.phone.confirm': forOwner('code-invalid', () => ({ phone: SMS_REQUEST.phone, code: '123456' })),
  'account.phone.sendLoginCode': {
    visitor: 'sms-not-configured',
    signedIn: 'sms-not-configured',
    input: () => SMS_REQUEST,
  },
  'account.emailCode.send': {
    visitor: 'mail-not-configured',
    signedIn: 'mail-not-configured',
    input: () => ({ email: 'nobody@roles.example.com' }),
  },
  'account.recovery.sendCode': {
    visitor: 'mail-not-configured',
    signedIn: 'mail-not-configured',
    input: () => ({ email: 'nobody@roles.example.com' }),
  },
  'account.recovery.check': {
    visitor: 'code-other-browser',
    signedIn: 'code-other-browser',
    input: () => ({ email: 'nobody@roles.example.com', code: 'ABC123' }),
  },
  'account.acceptTerms': forOwner('terms-not-accepted', () => ({ version: '1999-01-01' })),
  'account.securityEvents': forOwner(),
  'account.preferences.get': forOwner(),
  'account.preferences.update': forOwner('ok', () => ({})),
  'account.devices.list': forOwner(),
  'account.devices.remove': forOwner('not-found', ({ sessionId }) => ({ id: sessionId })),
  'account.devices.removeOthers': forOwner(),
  'loginMethods.list': forOwner(),
  'loginMethods.link': forOwner('password-wrong', () => ({ provider: 'google', password: 'wrong' })),
  'loginMethods.unbind': forOwner('password-wrong', ({ methodId }) => ({ id: methodId, password: 'wrong' })),
  'loginMethods.email.sendCode': forOwner('mail-not-configured', () => ({ password: TEST_PASSWORD })),
  'loginMethods.email.confirm': forOwner('code-invalid', () => ({ code: 'ABC123' })),
  'loginMethods.makePrimary': forOwner('login-method-missing', ({ methodId }) => ({ id: methodId })),
  'passkeys.list': forOwner(),
  'passkeys.begin': forOwner('ok', () => ({ password: TEST_PASSWORD })),
  'passkeys.add': forOwner('passkey-failed', () => ({ response: {} })),
  'passkeys.remove': forOwner('password-wrong', ({ methodId }) => ({ id: methodId, password: 'wrong' })),
  'merge.begin': forOwner('password-wrong', () => ({ password: 'wrong' })),
  'merge.state': forOwner(),
  'merge.confirm': forOwner('merge-expired'),
  'merge.cancel': forOwner(),
  'processing.capabilities': forEverybody(),
  'processing.usualSeconds': forEverybody(() => ({ modelKey: 'denoise/normal' })),
  'processing.quote': forOwner('upload-missing', ({ uploadId }) => ({ ...PATCH, source: { uploadId } })),
  'processing.consent.read': forOwner(),
  'processing.consent.give': forOwner('consent-changed', () => ({
    version: '1',
    name: 'T',
    country: 'C',
    contact: null,
  })),
  'processing.consent.revoke': forOwner(),
  'processing.uploads.get': forOwner('upload-missing', upload),
  'processing.uploads.allowance': forOwner(),
  'processing.uploads.tiles': forOwner('upload-missing', upload),
  'processing.uploads.view': forOwner('upload-missing', upload),
  // Visitors may ask for what their own browser sent.
  'processing.uploads.estimates': { ...forOwner('upload-missing', upload), visitor: 'upload-missing' },
  'processing.uploads.claimTrial': forOwner('upload-missing', upload),
  'processing.drawPatch': {
    ...forOwner('upload-missing', ({ uploadId }) => ({ ...PATCH, source: { uploadId } })),
    visitor: 'upload-missing',
    except: { suspended: 'suspended', banned: 'banned', 'banned by type': 'banned' },
  },
  'processing.shares.list': forOwner(),
  'processing.shares.create': forOwner('job-not-found', ({ jobId }) => ({ jobId, days: 7, allowsDownload: false })),
  'processing.shares.revoke': forOwner('not-found', job),
  'processing.jobs.start': {
    ...forOwner('upload-missing', startWith),
    except: { suspended: 'suspended', banned: 'banned', 'banned by type': 'banned' },
  },
  'processing.jobs.get': forOwner('job-not-found', job),
  'processing.jobs.open': forOwner(),
  'processing.jobs.tiles': forOwner('job-not-found', job),
  'processing.jobs.view': forOwner('job-not-found', job),
  'processing.jobs.export': forOwner('job-not-found', (ids) => ({ ...job(ids), format: 'jpeg', quality: 'high' })),
  'processing.jobs.cancel': forOwner('job-not-found', job),
  'processing.jobs.watch': forOwner('job-not-found', job),
  'history.list': forOwner('ok', () => ({})),
  'history.stats': forOwner(),
  'history.remove': forOwner('ok', ({ uploadId }) => ({ uploadIds: [uploadId] })),
  'history.cleanupPreview': forOwner(),
  'history.cleanup': forOwner(),
  'history.archive': {
    // A permission of the paying tiers (P-10), who find nothing of their own under a stranger's id.
    ...forOwner('forbidden', ({ uploadId }) => ({ uploadIds: [uploadId] })),
    except: { premium: 'result-expired', vip: 'result-expired', admin: 'result-expired' },
  },
  'ownData.export': forOwner('ok', () => ({ password: TEST_PASSWORD })),
  'ownData.deletionPreview': forOwner(),
  'ownData.deleteAccount': forOwner('password-wrong', () => ({ password: 'not the password 1' })),
  'billing.usage': forOwner(),
  'billing.bills': forOwner(),
  'billing.offers': forEverybody(),
  'billing.purchaseWish.read': forOwner(),
  'billing.purchaseWish.ask': forOwner(),
  'billing.purchaseWish.withdraw': forOwner(),
  'billing.buy': {
    ...forOwner('payment-off', () => ({ packId: 'small', provider: 'alipay' })),
    except: { suspended: 'suspended' },
  },
  'billing.order': forOwner('order-missing', ({ jobId }) => ({ id: jobId })),
  'billing.checkout': {
    ...forOwner('order-missing', ({ jobId }) => ({ id: jobId })),
    except: { suspended: 'suspended' },
  },
  'billing.orders': forOwner(),
  'billing.askRefund': forOwner('order-missing', ({ jobId }) => ({ id: jobId, reason: '' })),
  'billing.withdrawRefund': forOwner('order-missing', ({ jobId }) => ({ id: jobId })),
  'billing.askInvoice': forOwner('order-missing', ({ jobId }) => ({
    id: jobId,
    wish: { kind: 'personal', title: '个人', taxNumber: '', email: 'a@roles.example.com' },
  })),
  'billing.redeemCoupon': forOwner('coupon-unknown', () => ({ code: 'ABCD' })),
  'billing.withdrawInvoice': forOwner('order-missing', ({ jobId }) => ({ id: jobId })),
  'billing.invoiceFile': forOwner('invoice-missing', ({ jobId }) => ({ id: jobId })),
  'billing.ledger': forOwner('ok', () => ({})),
  'admin.session.open': forAdmins(),
  'admin.session.prove': forAdmins('password-wrong', () => ({ password: 'wrong' })),
  'admin.settings.get': forAdmins(),
  'admin.settings.save': forAdmins('ok', () => ({})),
  'admin.settings.setEmergencyStop': forAdmins('ok', () => ({ isOn: false })),
  'admin.settings.setMaintenance': forAdmins('ok', () => ({ isOn: false })),
  'admin.settings.cleanup': forAdmins(),
  'admin.settings.optimise': forAdmins(),
  'admin.dashboard.stats': forAdmins(),
  'admin.dashboard.newestUsers': forAdmins(),
  'admin.dashboard.latestJobs': forAdmins(),
  'admin.dashboard.returns': forAdmins(),
  'admin.dashboard.system': forAdmins(),
  'admin.pool.newest': forAdmins(),
  'admin.pool.purchases': forAdmins(),
  'admin.pool.status': forAdmins(),
  'admin.pool.vendor': forAdmins(),
  'admin.pool.totalConsumed': forAdmins(),
  'admin.pool.update': forAdmins('ok', () => ({ totalPurchased: 1, costPerCredit: 0.05, notes: 'roles' })),
  'admin.statistics.userGrowth': forAdmins(),
  'admin.statistics.creditUse': forAdmins(),
  'admin.users.list': forAdmins('ok', () => ({})),
  'admin.users.update': forAdmins('ok', ({ userId }) => ({
    id: userId,
    creditsRemaining: 3,
    seen: { userType: 'free', creditsRemaining: 3 },
    reason: 'roles',
  })),
  'admin.users.setRole': forAdmins('admin-role-none', ({ userId }) => ({
    id: userId,
    role: 'support',
    reason: 'roles',
  })),
  'admin.users.get': forAdmins('ok', ({ userId }) => ({ id: userId })),
  'admin.users.facts': forAdmins('ok', ({ userId }) => ({ id: userId })),
  'admin.users.ledger': forAdmins('ok', ({ userId }) => ({ id: userId })),
  'admin.users.runs': forAdmins('ok', ({ userId }) => ({ id: userId })),
  'admin.users.giveBack': forAdmins('give-back-refused', ({ userId, uploadId }) => ({
    id: userId,
    jobId: uploadId,
    reason: 'roles',
  })),
  'admin.users.signOut': forAdmins('user-missing', ({ jobId }) => ({ id: jobId, reason: 'roles' })),
  'admin.users.setStatus': forAdmins('ok', ({ userId }) => ({ id: userId, status: 'active', reason: 'roles' })),
  'admin.users.sendPasswordReset': forAdmins('mail-not-configured', ({ userId }) => ({ id: userId })),
  'admin.refunds.list': forAdmins(),
  'admin.refunds.grant': forAdmins('refund-missing', ({ jobId }) => ({ id: jobId, minor: 1 })),
  'admin.refunds.refuse': forAdmins('refund-missing', ({ jobId }) => ({ id: jobId, reason: 'roles' })),
  'admin.invoices.list': forAdmins(),
  'admin.invoices.issue': forAdmins('invoice-missing', ({ jobId }) => ({
    id: jobId,
    minor: 1,
    number: '1'.repeat(20),
  })),
  'admin.invoices.refuse': forAdmins('invoice-missing', ({ jobId }) => ({ id: jobId, reason: 'roles' })),
  'admin.invoices.redden': forAdmins('invoice-missing', ({ jobId }) => ({ id: jobId, number: '1'.repeat(20) })),
  'admin.coupons.list': forAdmins(),
  'admin.coupons.make': forAdmins('coupon-input', () => ({ name: ' ', credits: 1, codes: 1, usesPerCode: 1 })),
  'admin.coupons.codes': forAdmins('coupon-missing', job),
  'admin.coupons.stop': forAdmins('coupon-missing', ({ jobId }) => ({ id: jobId, reason: 'roles' })),
  'admin.packs.list': forAdmins(),
  'admin.packs.change': forAdmins('pack-stale', () => ({
    id: 'small',
    version: 9,
    credits: 20,
    bonus: 0,
    usdCents: 399,
    cnyFen: null,
    isActive: true,
    reason: 'roles',
  })),
  'admin.runs.list': forAdmins('ok', () => ({})),
  'admin.runs.get': forAdmins('ok', job),
  'admin.runs.again': forAdmins('edit-reason-missing', ({ jobId }) => ({ id: jobId, reason: ' ' })),
  'admin.orders.list': forAdmins('ok', () => ({})),
  'admin.statistics.models': forAdmins('ok', () => ({ from: '2026-01-01', to: '2026-01-31' })),
  'admin.statistics.sales': forAdmins('ok', () => ({ from: '2026-01-01', to: '2026-01-31' })),
  'admin.statistics.load': forAdmins(),
  'admin.exports.read': forAdmins('ok', () => ({ table: 'users', from: '2026-01-01', to: '2026-01-31' })),
  'admin.disputes.list': forAdmins(),
  'admin.disputes.ask': forAdmins('ok', ({ jobId }) => ({ id: jobId })),
  'admin.disputes.decide': forAdmins('dispute-missing', ({ jobId }) => ({
    id: jobId,
    decision: 'returned',
    reason: 'roles',
  })),
  'admin.logs.list': forAdmins('ok', () => ({})),
  'admin.logs.write': forAdmins('ok', () => ({ p_action: 'update_user', p_action_details: { reason: 'roles' } })),
  'admin.session.close': forAdmins(),
}

/** Status of each plain route when it is asked for nothing in particular: who may come in at all. */
const ROUTES: Readonly<
  Record<string, { readonly visitor: number; readonly signedIn: number; readonly path?: string }>
> = {
  'ALL /api/auth/*': { visitor: 200, signedIn: 200, path: '/api/auth/ok' },
  'POST /api/account/avatar': { visitor: 401, signedIn: 415 },
  'DELETE /api/account/avatar': { visitor: 401, signedIn: 200 },
  'POST /api/send-sms': { visitor: 401, signedIn: 400 },
  'GET /avatars/:owner/:name': { visitor: 404, signedIn: 404 },
  'POST /api/uploads': { visitor: 401, signedIn: 400 },
  // Nothing has come of a key that is not one's own.
  'GET /api/uploads/begun/:key': { visitor: 401, signedIn: 200 },
  'POST /api/trial-uploads': { visitor: 400, signedIn: 400 },
  'POST /api/functions/topaz-process': { visitor: 401, signedIn: 400 },
  'POST /api/functions/topaz-process-async': { visitor: 401, signedIn: 400 },
  'GET /api/functions/topaz-process-async': { visitor: 401, signedIn: 404 },
  // The ticket is the key, made for its owner by a call; without one nobody gets in.
  'GET /api/history/archive': { visitor: 403, signedIn: 403 },
  'GET /api/account/data/export': { visitor: 403, signedIn: 403 },
  // The address is the key; a wrong one and one that ended look alike.
  'POST /api/providers/topaz/notices/:jobId/:token': {
    visitor: 404,
    signedIn: 404,
    path: '/api/providers/topaz/notices/x/y',
  },
  'GET /s/:id': { visitor: 404, signedIn: 404, path: '/s/x' },
  'GET /s/:id/:part': { visitor: 404, signedIn: 404, path: '/s/x/before' },
  'GET /files/*': { visitor: 403, signedIn: 403, path: '/files/uploads/x.png' },
}

const provider = createScriptedProvider()
let foundation: Foundation
let service: Service
let callers: Record<Role, RoleCaller>
let stranger: Ids
const origin = () => `http://127.0.0.1:${service.port}`

beforeAll(async () => {
  foundation = await openTestFoundation({ PROVIDER: 'scripted' })
  service = await startOn(foundation, { provider })
  const { publicOrigin } = foundation.settings
  callers = await openRoleCallers(origin(), publicOrigin, foundation.database)
  const { api, userId } = await signUpPerson(origin(), publicOrigin, 'stranger@roles.example.com')
  const uploadId = await createTestUpload(foundation, userId)
  const { id: jobId } = await api.processing.jobs.start(startOf({ uploadId }))
  await eventually(
    () => api.processing.jobs.get({ id: jobId }),
    ({ status }) => status === 'completed',
  )
  const [session] = await foundation.database.query<{ id: string }>('select id from auth_sessions where user_id = $1', [
    userId,
  ])
  const [method] = await foundation.database.query<{ id: string }>(
    'select id from user_login_methods where user_id = $1',
    [userId],
  )
  stranger = { userId, uploadId, jobId, sessionId: session!.id, methodId: method!.id }
})
afterAll(() => service.stop())

describe('the lists are complete', () => {
  it('has an entry for every call of the contract and for no other', () => {
    expect(Object.keys(CALLS).sort()).toEqual(callsOf(contract).sort())
  })

  it('has an entry for every plain route and for no other', async () => {
    const features = await composeFeatures(foundation, createMetrics(), { provider })
    const found = features.routes.flatMap((routes) => routes.routes.map(({ method, path }) => `${method} ${path}`))
    await features.stop()
    expect(Object.keys(ROUTES).sort()).toEqual([...new Set(found)].sort())
  })
})

describe.each(ROLES)('[ROLE-04] [ROLE-05] %s, about the rows of a stranger', (role) => {
  it.each(Object.entries(CALLS))('%s', async (path, { visitor, signedIn, except, input }) => {
    const expected = isOut(role, path) ? 'banned' : (except?.[role] ?? (role === 'visitor' ? visitor : signedIn))
    expect(await callers[role].call(path, input?.(stranger))).toBe(expected)
  })

  it('leaves them as they were', async () => {
    const [row] = await foundation.database.query(
      `select u.status, j.status as job, j.deleted_at, j.cancel_requested, p.credits_remaining as credits
         from user_uploads u join processing_history j on j.upload_id = u.id join user_profiles p on p.id = u.user_id
        where u.id = $1`,
      [stranger.uploadId],
    )
    expect(row).toEqual({
      status: 'uploaded',
      job: 'completed',
      deleted_at: null,
      cancel_requested: false,
      credits: 3,
    })
  })

  it.each(Object.entries(ROUTES))('%s', async (route, { visitor, signedIn, path }) => {
    const [method = '', pattern = ''] = route.split(' ')
    const init = { method: method === 'ALL' ? 'GET' : method, headers: callers[role].headers }
    const answer = await fetch(origin() + (path ?? pattern), init)
    await answer.body?.cancel()
    const expected = isOut(role, route) && pattern.startsWith('/api/') ? 403 : role === 'visitor' ? visitor : signedIn
    expect(answer.status).toBe(expected)
  })
})

/** A banned person's token opens nothing at all (decision 0051); what reads no token does not see whose it is. */
const READS_NO_TOKEN = ['account.session', 'ALL /api/auth/*']
const isOut = (role: Role, place: string): boolean => role.startsWith('banned') && !READS_NO_TOKEN.includes(place)

describe.each(SIGNED_IN_ROLES.filter((role) => !role.startsWith('banned')))('%s, about own rows', (role) => {
  const MAY_START = { free: 'ok', premium: 'ok', vip: 'ok', admin: 'ok' } as Partial<Record<Role, string>>
  it('reads them, and starts a job only as an active account', async () => {
    const caller = callers[role]
    const uploadId = await createTestUpload(foundation, caller.userId!)
    expect(await caller.call('processing.uploads.get', { id: uploadId })).toBe('ok')
    const start = startOf({ uploadId })
    expect(await caller.call('processing.jobs.start', start)).toBe(MAY_START[role] ?? 'suspended')
  })
})
