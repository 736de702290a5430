// Settings: defaults that work, and mistakes that are named.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { backupAccountFrom } from './backup-s3-settings.ts'
import { readSettings, SETTING_NAMES } from './settings.ts'
import { SettingsError } from './settings-error.ts'

const folder = mkdtempSync(join(tmpdir(), 'huanying-settings-'))
afterAll(() => rmSync(folder, { recursive: true }))
const read = (env: Record<string, string> = {}, args: string[] = []) => readSettings({ DATA_DIR: folder, ...env }, args)

const SMS_ACCOUNT = { SMS_ACCESS_KEY_ID: 'id', SMS_ACCESS_KEY_SECRET: 's', SMS_SIGN_NAME: '焕影', SMS_TEMPLATE: 't' }

describe('settings', () => {
  it('work with nothing set', () => {
    expect(read()).toMatchObject({
      role: 'all',
      port: 3000,
      publicOrigin: 'http://localhost:3000',
      databaseUrl: undefined,
      timeZone: 'Asia/Shanghai',
      publicApiKey: 'huanying-web',
      google: undefined,
      provider: 'local',
    })
  })

  it('stand in .env.example, every one, and that file works as it is', () => {
    const example = parseEnv(readFileSync(new URL('../../../.env.example', import.meta.url), 'utf8'))
    expect(Object.keys(example).sort()).toEqual([...SETTING_NAMES].sort())
    expect(read({ ...(example as Record<string, string>), DATA_DIR: folder })).toEqual(read())
  })

  it('keep one secret for the owner only', () => {
    const { secret } = read()
    expect(secret.length).toBeGreaterThanOrEqual(43)
    expect(read().secret).toBe(secret)
    expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600)
  })

  it('come from files where NAME_FILE says so', () => {
    const path = join(folder, 'handed over')
    writeFileSync(path, 'a secret of 32 characters or more\n')
    expect(read({ SECRET_FILE: path }).secret).toBe('a secret of 32 characters or more')
    expect(() => read({ SECRET_FILE: path, SECRET: 'x'.repeat(32) })).toThrow('SECRET and SECRET_FILE are both set')
    expect(() => read({ SMTP_URL_FILE: join(folder, 'none') })).toThrow(
      /SMTP_URL_FILE names .* cannot be read \(ENOENT\)/,
    )
    writeFileSync(path, '\n')
    expect(() => read({ SECRET_FILE: path })).toThrow(/SECRET_FILE names .*, which is empty/)
  })

  it('leave the account of backups to its commands: what their unit alone can read stops no service', () => {
    const env = { BACKUP_S3_SECRET_ACCESS_KEY_FILE: join(folder, 'of another unit') }
    expect(read(env)).toEqual(read())
    expect(() => backupAccountFrom(env, 'backups')).toThrow(/BACKUP_S3_SECRET_ACCESS_KEY_FILE names .* \(ENOENT\)/)
  })

  it('take the role from the command line', () => {
    const env = { DATABASE_URL: 'postgres://a@127.0.0.1/b' }
    expect(read(env, ['--role', 'web']).role).toBe('web')
    expect(read(env, ['--role=worker']).role).toBe('worker')
  })

  it.each([
    ['a split role on the embedded database', {}, ['--role', 'web'], /--role web needs a PostgreSQL server/],
    ['an unknown role', {}, ['--role', 'chef'], /ROLE/],
    ['a role without a name', {}, ['--role'], /ROLE/],
    ['a word that is misspelt', {}, ['--rol', 'worker'], /--rol is no word.*npm start -- --role web.*无法识别的参数/],
    ['a word too many', {}, ['--role', 'all', 'now'], /now is no word/],
    [
      'a role that npm has kept',
      { npm_config_role: 'worker' },
      ['worker'],
      /kept by npm: write npm start -- --role web/,
    ],
    ['a name with a path', { PUBLIC_ORIGIN: 'https://example.com/photos' }, [], /PUBLIC_ORIGIN: has a path/],
    ['a sender without an address', { MAIL_FROM: '焕影' }, [], /MAIL_FROM: is no address/],
    ['a client name that no header carries', { PUBLIC_API_KEY: '焕影' }, [], /PUBLIC_API_KEY/],
    ['an unusable port', { PORT: '99999' }, [], /PORT/],
    ['a short secret', { SECRET: 'short' }, [], /SECRET/],
    ['half an S3 account', { S3_ENDPOINT: 'https://s3.example.com' }, [], /S3_SECRET_ACCESS_KEY/],
    [
      'a bucket that S3 does not allow',
      { S3_ENDPOINT: 'https://s3.example.com', S3_BUCKET: '焕影', S3_ACCESS_KEY_ID: 'k', S3_SECRET_ACCESS_KEY: 's' },
      [],
      /S3_BUCKET/,
    ],
    [
      'pictures in the open on pages behind TLS',
      {
        PUBLIC_ORIGIN: 'https://photos.example.com',
        S3_ENDPOINT: 'http://10.0.0.7:9000',
        S3_BUCKET: 'pictures',
        S3_ACCESS_KEY_ID: 'k',
        S3_SECRET_ACCESS_KEY: 's',
      },
      [],
      /S3_PUBLIC_ENDPOINT .*must be https/,
    ],
    ['half a sign-in client', { GOOGLE_CLIENT_ID: 'x' }, [], /GOOGLE_CLIENT_SECRET/],
    ['half an SMS account', { SMS_GATEWAY_URL: 'https://sms.example.com' }, [], /SMS_GATEWAY_SECRET/],
    [
      'an SMS gateway in the open',
      { SMS_GATEWAY_URL: 'http://sms.example.com', SMS_GATEWAY_KEY: 'k', SMS_GATEWAY_SECRET: 's', SMS_TEMPLATE: 't' },
      [],
      /must be https/,
    ],
    [
      'half an account at Aliyun',
      { SMS_PROVIDER: 'aliyun', SMS_TEMPLATE: 't' },
      [],
      /SMS_ACCESS_KEY_ID.*SMS_SIGN_NAME/,
    ],
    ['Tencent without its application', { SMS_PROVIDER: 'tencent', ...SMS_ACCOUNT }, [], /SMS_TENCENT_APP_ID/],
    ['a cloud account without its cloud', SMS_ACCOUNT, [], /SMS_PROVIDER/],
    ['a key that no header carries', { SMS_ACCESS_KEY_ID: 'k k' }, [], /SMS_ACCESS_KEY_ID/],
    [
      'a cloud in the open',
      { SMS_PROVIDER: 'aliyun', ...SMS_ACCOUNT, SMS_ENDPOINT: 'http://sms.example.com' },
      [],
      /SMS_ENDPOINT must be https/,
    ],
    ['an unknown time zone', { TIME_ZONE: 'Mars/Base' }, [], /TIME_ZONE/],
    ['a proxy by name', { TRUSTED_PROXIES: '127.0.0.1,proxy.internal' }, [], /TRUSTED_PROXIES: lists addresses/],
    ['a proxy range too long', { TRUSTED_PROXIES: '10.0.0.0/33' }, [], /TRUSTED_PROXIES/],
    ['the inventing provider outside tests', { PROVIDER: 'scripted' }, [], /NODE_ENV=test/],
    [
      'a key on a readable line',
      { NODE_ENV: 'test', PROVIDER: 'topaz', TOPAZ_BASE_URL: 'http://example.com' },
      [],
      /https/,
    ],
    ['another database', { DATABASE_URL: 'mysql://x/y' }, [], /DATABASE_URL/],
  ])('refuse %s by name', (_, env, args, message) => {
    expect(() => read(env as Record<string, string>, args)).toThrow(SettingsError)
    expect(() => read(env as Record<string, string>, args)).toThrow(message)
  })
})
