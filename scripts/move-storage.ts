// `npm run storage:move -- to-s3 | to-folder`: copies the pictures between DATA_DIR/files and the bucket of S3_*, every object read back by hash. It can be
// broken off and run again, and it may run beside the service: a first run while it serves, a last one while it is stopped.
import { join } from 'node:path'
import { openFileStorage } from '#app/server/open-file-storage.ts'
import { commandFailureMessage } from '#app/server/start-failure.ts'
import { systemClock } from '#platform/server/clock.ts'
import { loadEnvFile } from '#platform/server/env-file.ts'
import { moveStorage } from '#platform/server/identity/move-storage.ts'
import { readSettings } from '#platform/server/settings.ts'
import { CopyRefusedError } from '#platform/server/storage/copy-storage.ts'
import { tempRootIn } from '#platform/server/temp-folder.ts'

const USAGE = `Usage: npm run storage:move -- to-s3 | to-folder     (S3_ENDPOINT, S3_BUCKET and the key pair set)
用法：npm run storage:move -- to-s3 | to-folder（需先设置 S3_ENDPOINT、S3_BUCKET 与密钥）`

const DONE = {
  'to-s3':
    'Run it once more while the service is stopped, then start with S3_* set. From that start on no process starts on DATA_DIR/files, which is left as it is: remove it once the pictures are seen on the bucket, since nothing removes from it what people delete.',
  'to-folder':
    'Run it once more while the service is stopped, then start without S3_*. From that start on no process starts on the bucket, which is left as it is: remove its objects once the pictures are seen in the folder, since nothing removes from it what people delete.',
}

// As in the service: pictures are private.
process.umask(0o077)
loadEnvFile()

async function move(direction: keyof typeof DONE): Promise<void> {
  const settings = readSettings(process.env)
  if (!settings.s3) throw new CopyRefusedError(USAGE)
  const folder = await openFileStorage({ ...settings, s3: undefined }, systemClock)
  const bucket = await openFileStorage(settings, systemClock)
  const [from, to] = direction === 'to-s3' ? [folder, bucket] : [bucket, folder]
  const startedAt = performance.now()
  const { dataDir, s3 } = settings
  const journalOf = (way: keyof typeof DONE) => join(dataDir, `storage-move-${way}-${s3.bucket}.jsonl`)
  const { objects, copied, copiedBytes, removed } = await moveStorage({
    from,
    to,
    place: direction === 'to-s3' ? `s3://${s3.bucket}` : 'DATA_DIR/files',
    journal: journalOf(direction),
    journalBack: journalOf(direction === 'to-s3' ? 'to-folder' : 'to-s3'),
    tempRoot: tempRootIn(dataDir),
  })
  const seconds = (performance.now() - startedAt) / 1000
  const megabytes = copiedBytes / 1e6
  const rate = `${megabytes.toFixed(1)} MB in ${seconds.toFixed(1)} s`
  console.log(
    `${objects} objects; ${copied} copied and read back (${rate}), ${removed} removed that the source no longer has.`,
  )
  console.log(`${DONE[direction]} 请在服务停止后再运行一次，然后按新设置启动。`)
}

const direction = process.argv[2]
if (process.argv.length !== 3 || (direction !== 'to-s3' && direction !== 'to-folder')) {
  console.error(USAGE)
  process.exitCode = 2
} else {
  try {
    await move(direction)
  } catch (error) {
    console.error(error instanceof CopyRefusedError ? error.message : commandFailureMessage(error))
    process.exitCode = 1
  }
}
