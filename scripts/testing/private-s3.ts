// A throw-away S3 server that checks signatures, from the machine's own packages: the parts of OpenStack Swift with its S3 front. Nothing is left
// behind. Debian: apt-get install swift-proxy swift-account swift-container swift-object memcached
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort } from './free-port.ts'
import { stopProcess } from './stop-process.ts'

export interface PrivateS3 {
  readonly endpoint: string
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string }
  stop(): Promise<void>
}

const PARTS = ['account', 'container', 'object'] as const
const COMMANDS = [...PARTS, 'proxy'].map((part) => `swift-${part}-server`).concat('memcached')
const UNTIL_ANSWER_MS = 90_000
/** A part that listens and is not ready keeps a request open. */
const ASK_AGAIN_MS = 2000

/** Swift keeps attributes of files, which folders in memory have from Linux 6.6 on only. */
const ON_DISK = '/var/tmp'

/** Why none can be started here; undefined when one can. */
export function whyNoS3(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const missing = COMMANDS.filter((command) => !folders.some((folder) => existsSync(join(folder, command))))
  return missing.length > 0 ? `no S3 server here: ${missing.join(', ')} not found` : undefined
}

export async function startPrivateS3(): Promise<PrivateS3> {
  const folder = mkdtempSync(join(existsSync(ON_DISK) ? ON_DISK : tmpdir(), 'huanying-s3-'))
  for (const name of ['etc', 'devices/disk']) mkdirSync(join(folder, name), { recursive: true })
  const etc = join(folder, 'etc')
  const [proxyPort, cachePort, ...partPorts] = await Promise.all(Array.from({ length: 5 }, freePort))
  writeFileSync(join(etc, 'swift.conf'), SWIFT)
  const ports = PARTS.map((part, index) => [part, partPorts[index]!] as const)
  execFileSync(PYTHON, ['-c', RINGS, ...ports.flat().map(String)], { cwd: etc, stdio: 'ignore' })
  for (const [part, port] of ports) writeFileSync(join(etc, `${part}.conf`), partSettings(folder, part, port))
  writeFileSync(join(etc, 'proxy.conf'), proxySettings(folder, proxyPort!, cachePort!))
  const start = (command: string, ...args: string[]) => spawn(command, args, { stdio: 'ignore' })
  const processes = [
    start('memcached', '-u', userInfo().username, '-p', String(cachePort), '-l', '127.0.0.1'),
    ...[...PARTS, 'proxy'].map((part) => start(`swift-${part}-server`, join(etc, `${part}.conf`))),
  ]
  const stop = async () => {
    await Promise.all(processes.map(stopProcess))
    rmSync(folder, { recursive: true, force: true })
  }
  const endpoint = `http://127.0.0.1:${proxyPort}`
  try {
    await untilAnswering(endpoint)
  } catch (error) {
    await stop()
    throw error
  }
  return { endpoint, credentials: { accessKeyId: 'test:tester', secretAccessKey: 'testing' }, stop }
}

/** Where each part serves. By `swift-ring-builder` these are nine processes, each of which loads all of Swift: 11 instead of 1.3 s of processor time. */
const RINGS = `
import sys
from swift.common.ring import RingBuilder
for part, port in zip(sys.argv[1::2], sys.argv[2::2]):
    builder = RingBuilder(4, 1, 0)
    builder.add_dev({'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': int(port), 'device': 'disk', 'weight': 1})
    builder.rebalance()
    builder.get_ring().save(part + '.ring.gz')
`
/** The system's, whose packages Swift's are. */
const PYTHON = '/usr/bin/python3'

async function untilAnswering(endpoint: string): Promise<void> {
  for (const giveUpAtMs = Date.now() + UNTIL_ANSWER_MS; Date.now() < giveUpAtMs; await delay(100)) {
    const answer = await fetch(endpoint, { signal: AbortSignal.timeout(ASK_AGAIN_MS) }).catch(() => undefined)
    if (answer) return
  }
  throw new Error('the S3 server did not answer within a minute and a half')
}

const SWIFT = `[swift-hash]
swift_hash_path_suffix = a
swift_hash_path_prefix = b
[storage-policy:0]
name = single
default = yes
`

const common = (folder: string, port: number): string => `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
workers = 0
user = ${userInfo().username}
swift_dir = ${join(folder, 'etc')}
`

const partSettings = (folder: string, part: string, port: number): string => `${common(folder, port)}
devices = ${join(folder, 'devices')}
mount_check = false
disable_fallocate = true
[pipeline:main]
pipeline = ${part}-server
[app:${part}-server]
use = egg:swift#${part}
`

const proxySettings = (folder: string, port: number, cachePort: number): string => `${common(folder, port)}
[pipeline:main]
pipeline = catch_errors cache listing_formats s3api tempauth bulk slo dlo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${cachePort}
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
max_bucket_listing = 2
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
${['catch_errors', 'listing_formats', 'bulk', 'slo', 'dlo'].map((name) => `[filter:${name}]\nuse = egg:swift#${name}`).join('\n')}
`
