// Rate of the first backup of a folder's pictures beside the disk's own (issue: 10 GB at 80 % or more): GB of pictures of 5 MB each, copied by the
// system with everything on the disk at the end, then by `npm run backup`, which also hashes each, reads it back and hashes it again. What the disk
// takes of large blocks past the system's cache is printed beside it: pictures just written are read from that cache. `npx node bench/backup.ts [GB]
// [folder on the disk]`
import { spawnSync } from 'node:child_process'
import { randomFillSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadLine, startService } from './web-service.ts'

const gigabytes = Number(process.argv[2] ?? 10)
const root = fileURLToPath(new URL('..', import.meta.url))
const folder = mkdtempSync(join(process.argv[3] ?? tmpdir(), 'huanying-backup-'))
const data = join(folder, 'data')
const PICTURE_BYTES = 5_000_000

console.log(loadLine())
try {
  // Tables, mark and bucket as a service makes them.
  await (await startService(data)).stop()
  fill(join(data, 'files'))
  run('sync', [])
  const block = join(folder, 'block')
  const diskS = timed(() =>
    run('dd', ['if=/dev/zero', `of=${block}`, 'bs=1M', `count=${Math.round(gigabytes * 1000)}`, 'oflag=direct']),
  )
  rmSync(block)
  const copyS = timed(() => {
    run('cp', ['-r', join(data, 'files'), join(folder, 'plain')])
    run('sync', [])
  })
  rmSync(join(folder, 'plain'), { recursive: true })
  run('sync', [])
  const backupS = timed(() => {
    run(process.execPath, [join(root, 'scripts/backup.ts'), join(folder, 'backup')])
    run('sync', [])
  })
  const rate = (seconds: number) => `${((gigabytes * 1000) / seconds).toFixed(0)} MB/s`
  console.log(
    `${gigabytes} GB: the system copies at ${rate(copyS)}, the backup at ${rate(backupS)}: ${((copyS / backupS) * 100).toFixed(0)} % (goal 80); the disk alone writes at ${rate(diskS)}`,
  )
  const command = (name: string) =>
    timed(() => run(process.execPath, [join(root, `scripts/${name}.ts`), join(folder, 'backup')]))
  console.log(`once more, with nothing new: ${command('backup').toFixed(1)} s`)
  console.log(`verify-backup: ${rate(command('verify-backup'))}`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** As the folder storage lays them: bytes and types. */
function fill(files: string): void {
  const bucket = join(files, readdirSync(files)[0]!)
  const bytes = Buffer.alloc(PICTURE_BYTES)
  for (let i = 0; i < (gigabytes * 1e9) / PICTURE_BYTES; i += 1) {
    const place = join('uploads', String(i % 50))
    for (const part of ['objects', 'types']) mkdirSync(join(bucket, part, place), { recursive: true })
    writeFileSync(join(bucket, 'objects', place, `${i}.png`), randomFillSync(bytes))
    writeFileSync(join(bucket, 'types', place, `${i}.png`), 'image/png')
  }
}

function timed(work: () => void): number {
  const startedMs = performance.now()
  work()
  return (performance.now() - startedMs) / 1000
}

function run(command: string, args: readonly string[]): void {
  const env = { PATH: process.env.PATH, DATA_DIR: data }
  const { status, stderr } = spawnSync(command, args, { env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command}: ${stderr}`)
}
