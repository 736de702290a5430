// Backups whose place refuses, whose run was broken off, or that lost a part: what is told, and what is left behind.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, expect, it } from 'vitest'
import { openBackupTarget } from '../../backup/open-backup-target.ts'
import { removeOldDumps } from '../../backup/remove-old-dumps.ts'
import { verifyBackup } from '../../backup/verify-backup.ts'

const PLACE = 's3://backups/nightly'
const command = fileURLToPath(new URL('../../../../../scripts/verify-backup.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'huanying-broken-backups-'))
let server: Server | undefined
afterEach(() => {
  server?.closeAllConnections()
  server?.close()
})
afterAll(() => rmSync(folder, { recursive: true }))

/** An account at a server that answers so; signatures are not looked at. */
async function accountAt(answer: RequestListener): Promise<Record<string, string>> {
  server = createServer(answer)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const BACKUP_S3_ENDPOINT = `http://127.0.0.1:${port}`
  return { BACKUP_S3_ENDPOINT, BACKUP_S3_ACCESS_KEY_ID: 'id', BACKUP_S3_SECRET_ACCESS_KEY: 'secret' }
}

const refusesWrites: RequestListener = ({ method }, response) =>
  method === 'PUT'
    ? response.writeHead(403).end('<Error><Code>AccessDenied</Code></Error>')
    : response.writeHead(404).end()

it('an account that may not write is told with its side and its cause, not as a full disk', async () => {
  const target = openBackupTarget(PLACE, await accountAt(refusesWrites))
  await expect(target.store('secret', async (path) => writeFileSync(path, 'x'))).rejects.toThrow(
    /AccessDenied to PUT nightly\/secret: that is the backup, s3:\/\/backups\/nightly\. .*请检查备份用的 BACKUP_S3_\*/,
  )
})

it('a journal that cannot be stored does not hide why the pictures failed', async () => {
  const target = openBackupTarget(PLACE, await accountAt(refusesWrites))
  await expect(target.withJournal(() => Promise.reject(new Error('a picture is gone')))).rejects.toThrow(
    'a picture is gone',
  )
  await expect(target.withJournal(async () => 'all is well')).rejects.toThrow('AccessDenied')
})

it('a command that is ended leaves nothing on the disk, and one that is killed leaves it to the next', async () => {
  const temp = join(folder, 'tmp')
  mkdirSync(temp)
  const list = `<ListBucketResult><Contents><Key>nightly/database/a.json</Key><Size>1</Size><LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents></ListBucketResult>`
  // Nobody is at work there, and what is listed never comes.
  const account = await accountAt(({ url }, response) => {
    if (url?.endsWith('/at-work')) response.writeHead(404).end()
    else if (url?.includes('list-type')) response.end(list)
  })
  const filesIn = () =>
    readdirSync(temp, { recursive: true, encoding: 'utf8' }).filter((name) => /file-[^/]*$/.test(name))
  const endBy = async (signal: NodeJS.Signals, before: readonly string[] = []) => {
    const env = { PATH: process.env.PATH, TMPDIR: temp, ...account }
    const child = spawn(process.execPath, [command, PLACE], { cwd: folder, env, stdio: 'ignore' })
    await expect.poll(() => filesIn().filter((name) => !before.includes(name)), { timeout: 60_000 }).toHaveLength(1)
    child.kill(signal)
    return once(child, 'exit')
  }
  expect(await endBy('SIGKILL')).toEqual([null, 'SIGKILL'])
  const left = filesIn()
  expect(left).toHaveLength(1)
  expect(await endBy('SIGTERM', left)).toEqual([143, null])
  expect(readdirSync(temp)).toEqual([])
}, 180_000)

it('dumps go after 20 days by their names, also without a manifest: the 30 of a deleted account, less its 7 of grace and three', async () => {
  const place = join(folder, 'old')
  mkdirSync(join(place, 'database'), { recursive: true })
  const old = '2026-02-09T02-30-00-000Z'
  const young = '2026-02-10T02-30-00-000Z'
  for (const name of [`${old}.tar.gz`, `${young}.tar.gz`, `${young}.json`, 'notes.txt'])
    writeFileSync(join(place, 'database', name), '{}')
  expect(await removeOldDumps(openBackupTarget(place, {}), new Date('2026-03-02T00:00:00Z'))).toBe(1)
  expect(readdirSync(join(place, 'database')).sort()).toEqual([`${young}.json`, `${young}.tar.gz`, 'notes.txt'])
})

it.each(['missing', 'empty'])('pictures whose journal is %s are not called good', async (state) => {
  const place = join(folder, state)
  mkdirSync(join(place, 'database'), { recursive: true })
  const sha256 = createHash('sha256').update('dump').digest('hex')
  const manifest = { stamp: 'a', release: '1', home: 'embedded', dump: 'a.tar.gz', sizeBytes: 4, sha256 }
  writeFileSync(join(place, 'database/a.tar.gz'), 'dump')
  writeFileSync(join(place, 'database/a.json'), JSON.stringify(manifest))
  if (state === 'empty') writeFileSync(join(place, 'pictures.jsonl'), '')
  await expect(verifyBackup(openBackupTarget(place, {}))).rejects.toThrow(/pictures\.jsonl is missing.*图片清单缺失/)
})
