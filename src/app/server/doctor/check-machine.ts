// The machine: disk, memory, port, the browser side, and the libraries that are not JavaScript.
import { execFile } from 'node:child_process'
import { existsSync, statfsSync } from 'node:fs'
import { createServer } from 'node:net'
import { totalmem } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { prepareDataFolder } from '#platform/server/data-folder.ts'
import type { Settings } from '#platform/server/settings.ts'
import { type Finding, finding, off, problem, warning, well } from './finding.ts'

const LOW_DISK_BYTES = 5e9
/** docs/operate.md: a web process, and each picture that is computed at the same time. */
const BASE_BYTES = 300e6
const PER_JOB_BYTES = 700e6
const ANSWER_MS = 3000
const ROOT = fileURLToPath(new URL('../../../..', import.meta.url))
const inChild = promisify(execFile)
/** In a process of its own, as the engine does: libraries that crash take only that with them. */
const LOAD_LIBRARIES = `const [{ default: sharp }] = await Promise.all([import('sharp'), import('onnxruntime-node')])
console.log('libvips ' + sharp.versions.vips + ' and onnxruntime load; Node ' + process.versions.node)`

export function checkMachine(settings: Settings): Promise<Finding>[] {
  const { dataDir, engineParallelJobs, port, host, role } = settings
  return [
    finding('disk', 'Set DATA_DIR to a folder that can be written. 请把 DATA_DIR 设为可写目录。', async () => {
      prepareDataFolder(dataDir)
      const { bavail, bsize } = statfsSync(dataDir)
      const free = `${((bavail * bsize) / 1e9).toFixed(1)} GB free below ${dataDir}`
      if (bavail * bsize > LOW_DISK_BYTES) return well('disk', free)
      return warning(
        'disk',
        free,
        'Free some space or move DATA_DIR: uploads are refused when it is full. 磁盘空间不足，写满后将无法上传，请清理或更换 DATA_DIR。',
      )
    }),
    finding('memory', '', async () => {
      const neededBytes = BASE_BYTES + (role === 'web' ? 0 : engineParallelJobs * PER_JOB_BYTES)
      const statement = `${(totalmem() / 1e9).toFixed(1)} GB, about ${(neededBytes / 1e9).toFixed(1)} GB needed`
      if (totalmem() > neededBytes) return well('memory', statement)
      return warning('memory', statement, 'Lower ENGINE_PARALLEL_JOBS. 内存不足，请减小 ENGINE_PARALLEL_JOBS。')
    }),
    finding('engine', 'Run npm ci again on this machine. 请在本机重新执行 npm ci。', async () => {
      const { stdout } = await inChild(process.execPath, ['--input-type=module', '-e', LOAD_LIBRARIES], { cwd: ROOT })
      return well('engine', stdout.trim())
    }),
    finding('pages', '', async () => {
      if (role === 'worker') return well('pages', 'not needed by a worker')
      const isBuilt = existsSync(join(ROOT, 'build/client/index.html'))
      if (isBuilt) return well('pages', 'the browser side is built')
      return warning(
        'pages',
        'the browser side is not built',
        'npm start builds it by itself; otherwise npm run build. npm start 会自动构建，也可手动执行 npm run build。',
      )
    }),
    finding('port', 'Set HOST to an address of this machine. 请把 HOST 设为本机地址。', () =>
      role === 'worker'
        ? Promise.resolve(well('port', 'a worker opens none'))
        : checkPort({ part: 'port', setting: 'PORT', port, host }),
    ),
    finding('health', 'Set HEALTH_HOST to an address of this machine. 请把 HEALTH_HOST 设为本机地址。', () =>
      checkHealth(settings),
    ),
  ]
}

async function checkHealth({ health, role }: Settings): Promise<Finding> {
  if (health) return checkPort({ part: 'health', setting: 'HEALTH_PORT', ...health })
  if (role !== 'worker') return well('health', '/healthz, /readyz and /metrics are served beside the pages')
  return off(
    'health',
    'nobody can ask this worker how it is',
    'Set HEALTH_PORT, or no alert sees that it is gone. 请设置 HEALTH_PORT，否则无法监控该 worker。',
  )
}

interface CheckedPort {
  readonly part: string
  readonly setting: string
  readonly port: number
  readonly host: string
}

async function checkPort({ part, setting, port, host }: CheckedPort): Promise<Finding> {
  if (await canListen(port, host)) return well(part, `${port} is free`)
  const local = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host
  const answer = await fetch(`http://${local}:${port}/readyz`, { signal: AbortSignal.timeout(ANSWER_MS) }).catch(
    () => undefined,
  )
  const state = (await answer?.json().catch(() => undefined)) as { status?: string; parts?: object } | undefined
  if (state?.status === 'ready') return well(part, `the service runs on ${port} and is ready`)
  if (state?.status) {
    const statement = `the service runs on ${port} and is not ready: ${JSON.stringify(state.parts ?? {})}`
    return problem(
      part,
      statement,
      'Look at the parts above and at the log. 服务已启动但未就绪，请查看以上各项与日志。',
    )
  }
  return problem(
    part,
    `${port} is taken by something else`,
    `Set ${setting} to a free one, or stop what holds it. 端口被其他程序占用，请更换 ${setting} 或停止该程序。`,
  )
}

/** Throws for an address that is none of this machine. */
function canListen(port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    )
    probe.listen(port, host, () => probe.close(() => resolve(true)))
  })
}
