// `npm run backup -- s3://…` as an operator runs it, against a server that checks signatures: incremental, verified, damaged, restored on an empty machine.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { layEmbeddedDatabase } from '#platform/server/database/testing/test-database.ts'
import { MARK_KEY } from '#platform/server/identity/storage-mark.ts'
import { readSettings } from '#platform/server/settings.ts'
import { openS3Storage } from '#platform/server/storage/s3/s3-storage.ts'
import { type PrivateS3, startPrivateS3, whyNoS3 } from '../../../../../scripts/testing/private-s3.ts'
import { makeBackup } from '../../backup/make-backup.ts'
import { openBackupTarget } from '../../backup/open-backup-target.ts'
import { KEEP_DUMPS_DAYS } from '../../backup/remove-old-dumps.ts'
import { restoreBackup } from '../../backup/restore-backup.ts'
import { verifyBackup } from '../../backup/verify-backup.ts'
import { type Machine, operatorIn, PUBLIC_ORIGIN } from '../../testing/operator-at-work.ts'
import { uploadPicture } from '../../testing/person-at-work.ts'
import { signInPerson, signUpPerson } from '../../testing/test-person.ts'

const whyNot = process.env.TEST_DATABASE_URL ? 'the server dumps as for a folder, which ran there' : whyNoS3()
if (whyNot) console.log(`Backups into S3 are skipped: ${whyNot}.`)

const EMAIL = 'keeper@example.com'
const PLACE = 's3://backups/nightly/焕影'

const folder = mkdtempSync(join(tmpdir(), 'huanying-backup-s3-'))
const { machine, start, command, killAll } = operatorIn(folder)
afterEach(killAll)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe.skipIf(whyNot)('a backup in S3', () => {
  let s3: PrivateS3
  let account: Machine
  beforeAll(async () => {
    s3 = await startPrivateS3()
    const secret = join(folder, 'backup-secret')
    writeFileSync(secret, `${s3.credentials.secretAccessKey}\n`)
    account = {
      BACKUP_S3_ENDPOINT: s3.endpoint,
      BACKUP_S3_ACCESS_KEY_ID: s3.credentials.accessKeyId,
      BACKUP_S3_SECRET_ACCESS_KEY_FILE: secret,
    }
  })
  afterAll(() => s3?.stop())

  const bucket = (name: string) => {
    const { endpoint, credentials } = s3
    const settings = { endpoint, publicEndpoint: endpoint, bucket: name, region: 'us-east-1', credentials }
    return openS3Storage({ ...settings, style: 'path' }, { now: () => new Date() })
  }
  const keysIn = async (name: string) => {
    const keys: string[] = []
    for await (const { key } of (await bucket(name)).list()) keys.push(key)
    return keys.sort()
  }

  it('takes only what is new, tells damage, and gives everything back on an empty machine', async () => {
    const living = { ...machine('living'), ...account }
    await layEmbeddedDatabase(living.DATA_DIR!)
    const service = await start(living)
    const person = await signUpPerson(service.origin, PUBLIC_ORIGIN, EMAIL)
    await uploadPicture(service.origin, person)
    expect(await command('backup', living, PLACE)).toMatch(/^0: .*\n4 files copied and read back/)
    const { id } = await uploadPicture(service.origin, person)
    expect(await command('backup', living, PLACE)).toMatch(/^0: .*\n3 files copied and read back/)
    await service.stop()

    expect(await command('verify-backup', account, PLACE)).toMatch(/^0: .* 7 stored files, 0 damaged[\s\S]*备份完好/)
    const keys = await keysIn('backups')
    expect(keys.every((key) => key.startsWith('nightly/焕影/'))).toBe(true)
    expect(keys.filter((key) => key.includes('/database/'))).toHaveLength(2 * 2)
    const picture = keys.find((key) => key.includes(id) && key.endsWith('.png'))!
    const kept = join(folder, 'kept')
    await (await bucket('backups')).fetchToFile(picture, kept)
    writeFileSync(join(folder, 'changed'), 'other pixels')
    await (await bucket('backups')).putFile(picture, join(folder, 'changed'), 'image/png')
    expect(await command('verify-backup', account, PLACE)).toMatch(/^1: .* 1 damaged[\s\S]*damaged: uploads\//)
    await (await bucket('backups')).putFile(picture, kept, 'image/png')

    const other = { ...machine('other'), ...account }
    const complete =
      /^0: .* is restored: 7 stored files, 0 damaged\. 1 people, 6 stored files named by rows, 0 of them missing/
    expect(await command('restore', other, PLACE)).toMatch(complete)
    const again = await start(other)
    const returned = await signInPerson(again.origin, PUBLIC_ORIGIN, EMAIL)
    const upload = await fetch(`${again.origin}/api/v1/uploads/${id}`, { headers: returned.headers })
    expect(upload.status).toBe(200)
    await again.stop()

    const secretOf = async () => {
      await (await bucket('backups')).fetchToFile('nightly/焕影/secret', join(folder, 'seen'))
      return readFileSync(join(folder, 'seen'), 'utf8')
    }
    const before = [await keysIn('backups'), await secretOf()]
    const refused =
      /^1: s3:.* is the backup of another service, or of the one that this one was restored from.*--take-over 接管/
    expect(await command('backup', other, PLACE)).toMatch(refused)
    expect(await command('backup', { ...living, ...machine('stranger') }, PLACE)).toMatch(/^1: The source has no mark/)
    expect([await keysIn('backups'), await secretOf()]).toEqual(before)
    expect(await command('backup', other, PLACE, '--take-over')).toMatch(/^0: .*\n\d+ files copied and read back/)
    expect(await command('backup', other, PLACE)).toMatch(/^0: .*\n0 files copied and read back/)
    expect(await command('backup', living, PLACE)).toMatch(refused)
    expect(await command('backup', living, PLACE, '--take-over')).toMatch(/^0: /)

    const settings = readSettings(living)
    const afterDays = async (days: number) => {
      const now = new Date(Date.now() + days * 24 * 3600_000)
      return (await makeBackup(settings, openBackupTarget(PLACE, account), { now })).removedDumps
    }
    expect(await afterDays(KEEP_DUMPS_DAYS - 1)).toBe(0)
    expect(await afterDays(KEEP_DUMPS_DAYS + 1)).toBe(2 + 3)
    expect((await keysIn('backups')).filter((key) => key.includes('/database/'))).toHaveLength(2 * 2)
  }, 600_000)

  it('is refused to other machines while one is at work there, also to those that only read', async () => {
    const env = { ...machine('living'), ...account }
    const target = () => openBackupTarget(PLACE, account)
    const before = await keysIn('backups')
    await target().alone(async () => {
      const others = [makeBackup(readSettings(env), target()), verifyBackup(target()), restoreBackup(env, target())]
      for (const told of await Promise.allSettled(others))
        expect(told).toMatchObject({ reason: { message: expect.stringMatching(/^Another machine is at work on s3:/) } })
      expect(await keysIn('backups')).toEqual([...before, 'nightly/焕影/at-work'].sort())
    })
    expect(await keysIn('backups')).toEqual(before)
    const both = await Promise.allSettled([1, 2].map(() => makeBackup(readSettings(env), target())))
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('refuses the bucket of a living service, an account that is not whole, and an address that names no bucket', async () => {
    writeFileSync(join(folder, 'mark'), 'of a service')
    await (await bucket('pictures')).putFile(MARK_KEY, join(folder, 'mark'), 'text/plain')
    const env = { ...machine('living'), ...account }
    expect(await command('backup', env, 's3://pictures/backup')).toMatch(
      /^1: The bucket of .* holds the pictures.*请备份到另一个/,
    )
    expect(await keysIn('pictures')).toEqual([MARK_KEY])
    expect(await command('backup', machine('living'), PLACE)).toMatch(/^1: .*BACKUP_S3_ENDPOINT.*需要设置/)
    expect(await command('backup', env, 's3://')).toMatch(/^1: .*请写成 s3:\/\/存储桶\/前缀/)
    const wrong = { ...env, BACKUP_S3_ACCESS_KEY_ID: 'nobody' }
    expect(await command('backup', wrong, PLACE)).toMatch(
      /^1: The object storage answered .*that is the backup.*请检查备份用的 BACKUP_S3_\*/,
    )
  })

  it('that is not there is told, and no bucket is made for it', async () => {
    for (const name of ['verify-backup', 'restore'])
      expect(await command(name, { ...machine('nobody'), ...account }, 's3://absent/x')).toMatch(
        /^1: The object storage answered NoSuchBucket/,
      )
    expect(await command('verify-backup', account, 's3://backups/none')).toMatch(
      /^1: No finished backup lies in s3:.*没有完整的备份/,
    )
  })
})
