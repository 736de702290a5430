// A stolen password of an administrator who has a second factor (decision 0048): it plants none of its own beside that one, by whatever way one comes, takes none
// away, and so never gets into the back office.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { runAdminCommand } from '#features/account/server/admin-command.ts'
import { totpOf } from '#features/account/server/testing/authenticator.ts'
import { PasskeyDevice } from '#features/account/server/testing/passkey-device.ts'
import { noteAdminChange } from '#features/admin/server/logs/note-admin-change.ts'
import { NO_PROOF_WAY } from '#rulebook/admin/admin-proof.ts'
import type { Foundation } from '../../open-foundation.ts'
import { type Service, startOn } from '../../start-service.ts'
import { Browser } from '../../testing/browser.ts'
import { openTestFoundation } from '../../testing/open-test-foundation.ts'

const PASSWORD = 'quiet-harbour-93'
const REFUSED = { status: 403, code: 'admin-proof-needed' }
let foundation: Foundation
let service: Service
let people = 0
beforeAll(async () => {
  foundation = await openTestFoundation({ ADMIN_SECOND_FACTOR: 'on' })
  service = await startOn(foundation)
})
afterAll(() => service.stop())

const query = <Row>(text: string, ...values: unknown[]) => foundation.database.query<Row>(text, values)
const openBrowser = () =>
  new Browser({ origin: `http://127.0.0.1:${service.port}`, publicOrigin: foundation.settings.publicOrigin })
const bearerOf = async (browser: Browser) => ({ authorization: `Bearer ${await browser.token()}` })
const ask = async (browser: Browser, path: string, body: object = { password: PASSWORD }) =>
  browser.post(`/api/v1/account${path}`, body, await bearerOf(browser))
type Options = { challenge: string; rpId?: string; rp: { id?: string } }
const manner = () => ({ origin: foundation.settings.publicOrigin })

async function addPasskey(browser: Browser): Promise<PasskeyDevice> {
  const device = new PasskeyDevice()
  const { body } = await ask(browser, '/passkeys/begin')
  const added = await ask(browser, '/passkeys', { response: device.register(body as Options, manner()) })
  expect(added.status).toBe(200)
  return device
}
async function signedIn(email: string): Promise<Browser> {
  const browser = openBrowser()
  expect((await browser.signIn(email, PASSWORD)).status).toBe(200)
  return browser
}
/** With one passkey, and how somebody gets in who has the password alone. */
async function personWithPasskey(type: 'admin' | 'free') {
  const email = `person-${++people}@admin-factors.example.com`
  const owner = openBrowser()
  await owner.signUp(email, PASSWORD)
  const device = await addPasskey(owner)
  await query('update user_profiles set user_type = $1 where id = $2', type, await owner.userId())
  return { email, device, owner, thief: await signedIn(email) }
}
const enable = (browser: Browser) => browser.post('/api/auth/two-factor/enable', { password: PASSWORD })
async function removeFirst(browser: Browser) {
  const { body } = await browser.get('/api/v1/account/passkeys', await bearerOf(browser))
  const [first] = (body as { passkeys: { id: string }[] }).passkeys
  return ask(browser, `/passkeys/${first!.id}/remove`)
}
/** Each way by which a factor comes or goes. */
const changesOf = async (browser: Browser) => [
  await ask(browser, '/passkeys/begin'),
  await enable(browser),
  await ask(browser, '/merge'),
  await removeFirst(browser),
]

it('opens no way to another factor, and takes away none', async () => {
  const { thief, owner } = await personWithPasskey('admin')
  for (const answer of await changesOf(thief)) expect(answer).toMatchObject(REFUSED)
  const opened = await thief.post('/api/v1/admin/session', {}, await bearerOf(thief))
  expect(opened.status).toBe(200)
  const listed = await thief.get('/api/v1/admin/users', await bearerOf(thief))
  expect(listed.code).toBe('admin-proof-needed')
  const { body } = await owner.get('/api/v1/account/passkeys', await bearerOf(owner))
  expect((body as { passkeys: object[] }).passkeys).toHaveLength(1)
})

it('nor does one that was shown in another session, or a quarter of an hour ago', async () => {
  const { owner, device, thief } = await personWithPasskey('admin')
  const asked = await thief.get('/api/auth/passkey/generate-authenticate-options')
  const response = device.signIn(asked.body as Options, manner())
  expect((await thief.post('/api/auth/passkey/verify-authentication', { response })).status).toBe(200)
  // Here it was shown a moment ago, and so it is no thief.
  expect((await enable(thief)).status).toBe(200)
  await query(
    `update auth_sessions set strong_at = now() - interval '16 minutes' where user_id = $1`,
    await owner.userId(),
  )
  for (const browser of [owner, thief])
    for (const answer of await changesOf(browser)) expect(answer).toMatchObject(REFUSED)
})

it('a remembered browser shows no factor by a new sign-in: the refusal names what can be shown, and then it goes through', async () => {
  const email = `remembered-${++people}@admin-factors.example.com`
  const owner = openBrowser()
  await owner.signUp(email, PASSWORD)
  await query(`update user_profiles set user_type = 'admin' where id = $1`, await owner.userId())
  const { totpURI, backupCodes } = (await enable(owner)).body as { totpURI: string; backupCodes: string[] }
  expect((await owner.post('/api/auth/two-factor/verify-totp', { code: totpOf(totpURI) })).status).toBe(200)
  const showCode = (browser: Browser, code: string, trustDevice: boolean) =>
    browser.post('/api/auth/two-factor/verify-backup-code', { code, trustDevice })

  const remembered = await signedIn(email)
  expect((await showCode(remembered, backupCodes[0]!, true)).status).toBe(200)
  await remembered.post('/api/auth/sign-out')
  expect((await remembered.signIn(email, PASSWORD)).body).not.toMatchObject({ twoFactorRedirect: true })
  for (const answer of [
    await ask(remembered, '/passkeys/begin'),
    await enable(remembered),
    await ask(remembered, '/merge'),
  ])
    expect(answer).toMatchObject({ ...REFUSED, body: { data: { ...NO_PROOF_WAY, code: true } } })

  expect((await showCode(remembered, backupCodes[1]!, false)).status).toBe(200)
  await addPasskey(remembered)
  expect((await ask(remembered, '/merge')).status).toBe(200)
})

it('who has lost the only factor is helped at the machine: another one as a consumer, then the back office again', async () => {
  await personWithPasskey('admin') // the last one is not revoked
  const { email, owner } = await personWithPasskey('admin')
  await query('update auth_sessions set strong_at = null where user_id = $1', await owner.userId())
  for (const answer of await changesOf(owner)) expect(answer).toMatchObject(REFUSED)
  const command = (verb: string) =>
    runAdminCommand({ database: foundation.database, note: noteAdminChange }, [verb, email])
  expect(await command('revoke')).toMatchObject({ exitCode: 0 })
  expect((await removeFirst(owner)).status).toBe(200)
  await addPasskey(owner)
  expect(await command('grant')).toMatchObject({ exitCode: 0 })
  expect((await owner.post('/api/v1/admin/session', {}, await bearerOf(owner))).status).toBe(200)
  expect((await owner.get('/api/v1/admin/users', await bearerOf(owner))).status).toBe(200)
})

it('its owner adds a first factor by the password, and whoever is no administrator any', async () => {
  const email = `first-${++people}@admin-factors.example.com`
  const owner = openBrowser()
  await owner.signUp(email, PASSWORD)
  await query(`update user_profiles set user_type = 'admin' where id = $1`, await owner.userId())
  await addPasskey(await signedIn(email))
  const consumer = await personWithPasskey('free')
  for (const answer of await changesOf(consumer.thief)) expect(answer.status).toBe(200)
})
