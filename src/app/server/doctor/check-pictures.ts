// Where pictures are kept: stored, read back and removed as the service does it, and the clock that an S3 server judges signatures by.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemClock } from '#platform/server/clock.ts'
import type { Settings } from '#platform/server/settings.ts'
import { hasBucket } from '#platform/server/storage/s3/s3-storage.ts'
import { openFileStorage } from '../open-file-storage.ts'
import { skewOf } from './clock-skew.ts'
import { type Finding, finding, problem, warning, well } from './finding.ts'

const ANSWER_MS = 5000
const PROBE_KEY = 'service/doctor'
/** An S3 server refuses what was signed longer ago, or later, than this. */
const SIGNATURE_MS = 15 * 60_000
const CLOCK_APART_MS = 60_000
const SET_CLOCK =
  "Set this machine's clock by NTP: an S3 server refuses signatures 15 minutes away. 请用 NTP 校准本机时间：相差超过 15 分钟时，对象存储会拒绝所有请求。"

export function checkPictures(settings: Settings): Promise<Finding>[] {
  const { s3 } = settings
  const stored = finding(
    'pictures',
    'Check S3_* (address, bucket, region, style, key pair), or the rights of DATA_DIR/files. 请检查 S3_* 设置，或 DATA_DIR/files 的读写权限。',
    () => checkStorage(settings),
  )
  if (!s3) return [stored]
  const reach = 'Check S3_ENDPOINT, and that this machine may reach it. 请检查 S3_ENDPOINT 以及本机能否访问它。'
  return [stored, finding('clock', reach, () => checkClock(s3.endpoint))]
}

async function checkClock(endpoint: string): Promise<Finding> {
  const skewMs = await skewOf(endpoint, ANSWER_MS)
  const seconds = Math.abs(Math.round(skewMs / 1000))
  const statement = `the one of ${new URL(endpoint).host} is ${seconds} s ${skewMs < 0 ? 'behind' : 'ahead of'} ours`
  if (Math.abs(skewMs) > SIGNATURE_MS) return problem('clock', statement, SET_CLOCK)
  return Math.abs(skewMs) > CLOCK_APART_MS ? warning('clock', statement, SET_CLOCK) : well('clock', statement)
}

/** On S3 also by an address as browsers get it. A bucket is not made here: its name may be a slip. */
async function checkStorage(settings: Settings): Promise<Finding> {
  const { s3 } = settings
  if (s3 && !(await hasBucket(s3, systemClock)))
    return warning(
      'pictures',
      `there is no bucket ${s3.bucket} at ${s3.endpoint}`,
      'A first start makes it. A service that has pictures already has another: check S3_BUCKET. 首次启动时会自动创建；若服务已有图片，请检查 S3_BUCKET 是否写错。',
    )
  const storage = await openFileStorage(settings, systemClock)
  const folder = await mkdtemp(join(tmpdir(), 'huanying-doctor-'))
  try {
    await writeFile(join(folder, 'probe'), 'doctor')
    await storage.putFile(PROBE_KEY, join(folder, 'probe'), 'image/png')
    await storage.fetchToFile(PROBE_KEY, join(folder, 'back'))
    const place = s3 ? `bucket ${s3.bucket} at ${s3.endpoint}` : `folder below ${settings.dataDir}`
    if (!('origin' in storage.servedBy)) return well('pictures', `${place}: stored and read back`)
    const address = await storage.signedAddress(PROBE_KEY, { expiresInMs: 60_000 })
    const answer = await fetch(address, { signal: AbortSignal.timeout(ANSWER_MS) })
    await answer.body?.cancel()
    if (!answer.ok)
      return problem(
        'pictures',
        `signed addresses at ${storage.servedBy.origin} are answered with ${answer.status}`,
        'Check S3_PUBLIC_ENDPOINT and S3_STYLE: browsers read pictures there. 浏览器将从该地址读取图片，请检查 S3_PUBLIC_ENDPOINT 与 S3_STYLE。',
      )
    return well('pictures', `${place}: stored, read back, and read at ${storage.servedBy.origin} as a browser does`)
  } finally {
    await storage.remove(PROBE_KEY).catch(() => undefined)
    await rm(folder, { recursive: true })
  }
}
