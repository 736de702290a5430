// The commands of a bad day as an operator starts them, on the embedded database: what they print, how they end, and what they leave as it was.
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { reencryptAccounts } from '#features/account/server/sign-in/reencrypt-accounts.ts'
import { createTestUpload, createTestUser } from '#features/processing/server/testing/test-service.ts'
import { systemClock } from '#platform/server/clock.ts'
import { openControlSocket } from '#platform/server/control-socket.ts'
import type { Database } from '#platform/server/database/database.ts'
import { openDatabase } from '#platform/server/database/open-database.ts'
import { layEmbeddedDatabase } from '#platform/server/database/testing/test-database.ts'
import { isForeignSecret, proveIdentity, recallStorage } from '#platform/server/identity/prove-identity.ts'
import { readMark, writeMark } from '#platform/server/identity/storage-mark.ts'
import { readSettings } from '#platform/server/settings.ts'
import type { ObjectStorage } from '#platform/server/storage/object-storage.ts'
import { openFileStorage } from '../../open-file-storage.ts'
import { type Machine, operatorIn } from '../../testing/operator-at-work.ts'

const ORPHANS = 12
const ADMIN = { userType: 'admin' }
const folder = mkdtempSync(join(tmpdir(), 'huanying-stopped-'))
const backup = join(folder, 'backup')
const { machine, command } = operatorIn(folder)
const env = machine('data')
const dataDir = env.DATA_DIR!
let storage: ObjectStorage
let kept: string
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A service that was started once, has one picture, and files of two days ago that no row names. */
beforeAll(async () => {
  await layEmbeddedDatabase(dataDir)
  const settings = readSettings(env)
  storage = await openFileStorage(settings, systemClock)
  const database = await openDatabase({ folder: dataDir })
  await proveIdentity({ database, storage, secret: settings.secret })
  const person = await createTestUser(database)
  const upload = await createTestUpload({ database, storage }, person)
  kept = `uploads/${person}/${upload}/original.png`
  for (let n = 0; n < ORPHANS; n += 1) {
    const lost = await createTestUpload({ database, storage }, person)
    await database.query('delete from user_uploads where id = $1', [lost])
  }
  await database.close()
  const before = new Date(Date.now() - 2 * 24 * 3600_000)
  for await (const { key } of storage.list('uploads')) utimesSync(storage.pathOf!(key), before, before)
}, 120_000)

async function keysOf(place: ObjectStorage): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of place.list('uploads')) keys.push(key)
  return keys
}

it('npm run sweep touches nothing while the service runs, in another’s storage or without a service; then it removes', {
  timeout: 300_000,
}, async () => {
  const all = await keysOf(storage)
  const running = await openDatabase({ folder: dataDir })
  expect(await command('sweep', env)).toMatch(/^1: Stop the service first\. 请先停止服务。$/)
  // Its socket is not there yet, or not any more.
  expect(await command('admin', env, 'list')).toMatch(
    /^1: The service of this DATA_DIR has no answer yet.*正在启动或停止/,
  )
  await running.close()

  const own = (await readMark(storage))!
  await writeMark(storage, 'of another service')
  expect(await command('sweep', env)).toMatch(
    /^1: This process does not see the pictures.*图片存储与本服务此前使用的不一致/,
  )
  await writeMark(storage, own)

  const bare = machine('without a service')
  for (const words of [['sweep'], ['admin', 'list'], ['audit']] as const)
    expect(await command(words[0], bare, ...words.slice(1))).toMatch(
      /^1: No service was started with this DATA_DIR.*还没有服务/,
    )
  expect(existsSync(join(bare.DATA_DIR!, 'pglite'))).toBe(false)
  expect(await keysOf(storage)).toEqual(all)
  // Who asks for help means no work.
  for (const name of ['sweep', 'adopt', 'admin', 'backup', 'restore', 'verify-backup'])
    expect(await command(name, env, '--help')).toMatch(new RegExp(`^2: Usage: npm run ${name}`))
  expect(await keysOf(storage)).toEqual(all)
  expect(existsSync(join(folder, '--help'))).toBe(false)

  expect(await command('sweep', env)).toMatch(new RegExp(`^0: The files of ${ORPHANS} pictures .*已清除 ${ORPHANS} 张`))
  expect(await keysOf(storage)).toEqual([kept, `${kept}_thumb`, `${kept}_view`])
  expect(await command('sweep', env)).toMatch(/^0: The files of 0 pictures/)
})

const contentsOf = (path: string) =>
  readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => !name.startsWith('tmp'))

it('npm run backup takes no other secret for the service’s, whether that runs or not, and makes no database', {
  timeout: 300_000,
}, async () => {
  expect(await command('backup', env, backup)).toMatch(/^0: .* stored files/)
  const [own, before] = [readFileSync(join(backup, 'secret'), 'utf8'), contentsOf(backup)]
  rmSync(join(dataDir, 'secret')) // the command makes one
  const refused = /^1: The service signs with another secret than the one in this data folder.*不是服务正在使用的/
  expect(await command('backup', env, backup)).toMatch(refused)
  const database = await openDatabase({ folder: dataDir })
  const control = await openControlSocket(dataDir, async ([asked, secret]) =>
    asked === 'storage' ? recallStorage(database) : isForeignSecret(database, secret!),
  )
  expect(await command('backup', env, backup)).toMatch(refused)
  await control.close()
  await database.close()
  writeFileSync(join(dataDir, 'secret'), own)

  // DATABASE_URL is not at hand, the pictures are the right ones: an empty database would be the newest dump.
  const bare = machine('without the database')
  const files = await openFileStorage(readSettings({ ...bare, SECRET: own }), systemClock)
  await writeMark(files, (await readMark(storage))!)
  expect(await command('backup', { ...bare, SECRET: own }, backup)).toMatch(/^1: No service was started with this/)
  expect(existsSync(join(bare.DATA_DIR!, 'pglite'))).toBe(false)
  expect([readFileSync(join(backup, 'secret'), 'utf8'), contentsOf(backup)]).toEqual([own, before])
})

const pathIn = (key: string) => join(backup, 'pictures/objects', key)
const restore = (target: Machine) => command('restore', target, backup)

it('npm run restore names what is lost or damaged in the backup, and refuses a truncated dump before it changes anything', {
  timeout: 300_000,
}, async () => {
  const bytes = readFileSync(pathIn(kept))
  rmSync(pathIn(kept))
  writeFileSync(pathIn(`${kept}_view`), 'other bytes')
  const said = await restore(machine('other'))
  expect(said).toMatch(
    /^1: .* is restored: \d+ stored files, 2 damaged\..* 1 of them missing[\s\S]*上面列出的内容在备份中已缺失或损坏/,
  )
  for (const line of [`damaged: ${kept}`, `damaged: ${kept}_view`, `missing: ${kept}`])
    expect(said.split('\n')).toContain(line)
  expect(said).not.toContain('SECRET')
  writeFileSync(pathIn(kept), bytes)

  // The start would be refused. The backup's own file is the right one, or of before SECRET was set.
  const foreign = (name: string) =>
    restore({ ...machine(name), SECRET: 'a secret that is not the service’s, for sure' })
  const inBackup = await foreign('fourth')
  expect(inBackup).toMatch(
    /^1: .* is restored: [\s\S]*lies in the backup.*take SECRET .*secret 文件复制为 DATA_DIR\/secret/,
  )
  writeFileSync(join(backup, 'secret'), 'a secret of before SECRET was set, long enough')
  const elsewhere = await foreign('fifth')
  expect(elsewhere).toMatch(
    /^1: .* is restored: [\s\S]*does not lie in this backup.*请在启动前设为原服务设置中的 SECRET/,
  )
  for (const text of [inBackup, elsewhere]) expect(text).not.toContain('Start the service now')

  const dump = readdirSync(join(backup, 'database')).find((name) => name.endsWith('.tar.gz'))!
  truncateSync(join(backup, 'database', dump), 1000)
  const third = machine('third')
  expect(await restore(third)).toMatch(/^1: .*tar\.gz is damaged or missing: choose an older backup.*已损坏或缺失/)
  expect(existsSync(third.DATA_DIR!)).toBe(false)
})

it('npm run adopt says how many second factors a new SECRET shuts out, and changes nothing until that is meant', {
  timeout: 300_000,
}, async () => {
  const [old, SECRET] = [readSettings(env).secret, 'a new secret that is long enough for everybody']
  const inDatabase = async <Result>(work: (database: Database) => Promise<Result>): Promise<Result> => {
    const database = await openDatabase({ folder: dataDir })
    return work(database).finally(database.close)
  }
  const prove = (secret: string, previousSecret?: string) =>
    inDatabase((database) =>
      proveIdentity({ database, storage, secret, previousSecret, onNewSecret: reencryptAccounts }),
    )
  const readFactor = () =>
    inDatabase(async ({ query }) => {
      const [factor] = await query<{ secret: string }>('select secret from auth_two_factors where verified')
      return symmetricDecrypt({ key: old, data: factor!.secret })
    })
  await inDatabase(async (database) => {
    const [bare, withPasskey] = [await createTestUser(database, ADMIN), await createTestUser(database, ADMIN)]
    await database.query(
      `insert into auth_passkeys (user_id, public_key, credential_id, counter, device_type, backed_up)
       values ($1, 'key', 'credential', 0, 'singleDevice', false)`,
      [withPasskey],
    )
    const enrolled = [await createTestUser(database), bare, withPasskey]
    for (const [userId, verified] of [...enrolled.map((id) => [id, true]), [await createTestUser(database), false]])
      await database.query(
        'insert into auth_two_factors (user_id, secret, backup_codes, verified) values ($1, $2, $2, $3)',
        [userId, await symmetricEncrypt({ key: old, data: 'of the phone' }), verified],
      )
  })

  expect(await command('adopt', { ...env, SECRET })).toMatch(
    /^1: 3 people \(1 administrators without a passkey\) have a second factor.*SECRET_PREVIOUS.*adopt -- --lose-second-factors.*3 人（其中没有通行密钥的管理员 1 人）开启了两步验证/,
  )
  await prove(old)
  // For the sake of the storage alone nothing is lost.
  expect(await command('adopt', env)).toMatch(
    /^0: This storage and this SECRET are the service’s own from now on\. \S+ SECRET \S+$/,
  )
  expect(await command('adopt', { ...env, SECRET }, '--lose-second-factors')).toMatch(
    /^0: This storage and this SECRET.* 3 people cannot show their second factor.*3 人的两步验证已无法使用.* 1 of them are administrators.*npm run admin -- revoke.*其中 1 人是没有通行密钥的管理员/,
  )
  await prove(SECRET)
  // The old one is found.
  await prove(old, SECRET)
  expect(await readFactor()).toBe('of the phone')
})
