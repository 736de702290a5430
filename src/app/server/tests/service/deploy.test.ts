// The files of deploy/ that nothing here can start: they name settings that exist, and the proxies' own programs accept them where they are installed.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { BACKUP_S3_VARIABLES } from '#platform/server/backup-s3-settings.ts'

const repository = fileURLToPath(new URL('../../../../..', import.meta.url))
const read = (path: string) => readFileSync(join(repository, path), 'utf8')
const folder = mkdtempSync(join(tmpdir(), 'huanying-deploy-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name]) => name!)
const settings = new Set([...namesIn(read('.env.example'), /^([A-Z][A-Z\d_]+)=/gm), 'NODE_ENV'])
/** The block of compose.yaml that every process of the service shares. */
const compose = read('deploy/compose.yaml')
const shared = /environment: &settings\n((?: {4}.*\n)+)/.exec(compose)![1]!
/** What the commands get besides. */
const forCommands = /^ {2}tools:\n(?: {4}.*\n)*? {4}environment:\n {6}<<: \*settings\n((?: {6}.*\n)+)/m.exec(
  compose,
)![1]!

it.each<readonly [string, readonly string[]]>([
  ['compose.yaml', namesIn(shared, /^ {4}(\w+): /gm)],
  [
    'Dockerfile',
    namesIn(
      read('deploy/Dockerfile')
        .match(/^ENV .*$/gm)!
        .join('\n'),
      /(\w+)=/g,
    ),
  ],
  ...['huanying.service', 'huanying-backup.service'].map((name) => {
    const lines = read(`deploy/systemd/${name}`).match(/^Environment=.*$/gm)!
    return [name, namesIn(lines.join('\n'), /[= ]([A-Z]\w+)=/g)] as const
  }),
])('%s names settings that exist', (_, names) => {
  expect(names.length).toBeGreaterThan(1)
  expect(names.filter((name) => !settings.has(name))).toEqual([])
})

it('what compose.yaml asks for stands in the example beside it, and nothing else', () => {
  const asked = namesIn(compose, /\$\{(\w+):[?-]\}/g)
  const example = namesIn(read('deploy/compose.env.example'), /^(\w+)=/gm)
  expect(new Set(example)).toEqual(new Set(asked))
})

it('compose.yaml passes the account of backups to the commands, and to nobody else', () => {
  const passed = namesIn(forCommands, /^ {6}(\w+): /gm)
  expect(passed.filter((name) => name.startsWith('BACKUP_'))).toEqual(Object.keys(BACKUP_S3_VARIABLES))
  expect(namesIn(compose, /(BACKUP_\w+): /g)).toHaveLength(Object.keys(BACKUP_S3_VARIABLES).length)
})

/** The block of one service of compose.yaml, as text. */
const blockOf = (name: string) => new RegExp(`^ {2}${name}:\\n((?: {4}.*\\n|\\n)+)`, 'm').exec(compose)![1]!

it('web, worker and commands of compose.yaml are one image, with pg_dump, so that an upgrade leaves none behind', () => {
  expect(compose.match(/^ +image: huanying\S*$/gm)).toEqual(['  image: huanying'])
  // What the pages are built from goes into the image.
  expect(compose.match(/^ *build: .*$/gm)).toEqual([
    expect.stringMatching(/^ {2}build: .* target: tools, args: { SERVICE_WORKER: '\$\{SERVICE_WORKER:-on}' } }$/),
  ])
  for (const name of ['web', 'worker', 'tools']) expect(blockOf(name)).toContain('<<: *service')
  // What runs in it is the service, unless the commands' own block says otherwise.
  const stage = /^FROM service AS tools\n((?:.+\n)*)/m.exec(read('deploy/Dockerfile'))![1]!
  expect(stage).toContain('postgresql-client')
  expect(stage).not.toMatch(/ENTRYPOINT|CMD|HEALTHCHECK/)
  expect(blockOf('tools')).toMatch(/entrypoint: \[\][\s\S]*healthcheck: { disable: true }/)
})

it('no log of compose.yaml grows in files of Docker, which know no age', () => {
  expect(compose).toContain('x-logging: &logging { driver: journald }')
  expect(/^x-service: &service\n {2}logging: \*logging$/m.test(compose)).toBe(true)
  for (const name of ['database', 'pictures', 'caddy']) expect(blockOf(name)).toContain('    logging: *logging\n')
})

it('commands of the guide see what the unit of backups sees, and two roles of one machine listen on two ports', () => {
  const folders = /^StateDirectory=(.*)$/m.exec(read('deploy/systemd/huanying-backup.service'))![1]
  expect(read('docs/operate.md')).toContain(`-p "StateDirectory=${folders}" -p StateDirectoryMode=0700`)
  const ports = namesIn(read('deploy/prometheus/prometheus.yaml'), /'127\.0\.0\.1:(\d+)'/g)
  const unit = namesIn(read('deploy/systemd/huanying.service'), /HEALTH_PORT=(\d+)/g)
  expect(unit.sort()).toEqual(ports)
})

it('compose.yaml takes every other setting from a file that neither git nor an image gets', () => {
  const [, file] = /^ {2}env_file: \[{ path: (\S+), required: false }\]$/m.exec(compose)!
  for (const ignored of ['.gitignore', 'deploy/Dockerfile.dockerignore'])
    expect(read(ignored)).toMatch(new RegExp(`^/?deploy/${file}$`, 'm'))
})

it('a settings.env that is the whole .env.example changes nothing of what the image has set', () => {
  const [, ...words] = /^ENV (.*)$/m.exec(read('deploy/Dockerfile'))![0].split(' ')
  const example = read('.env.example')
  const changed = words.filter((word) => !new RegExp(`^${word}$`, 'm').test(example))
  expect(changed).toEqual(['DATA_DIR=/data', 'HEALTH_PORT=9464', 'HEALTH_HOST=0.0.0.0'])
  for (const word of changed) expect(shared).toMatch(new RegExp(`^ {4}${word.replace('=', ': ')}$`, 'm'))
  expect(read('docs/operate.md')).toMatch(/`settings\.env`[^|]*not `BACKUP_S3_\*`[^|]*single quotes/)
})

it('a backup by the commands of compose.yaml notes its day where the web process measures it', () => {
  for (const name of ['web', 'tools']) expect(blockOf(name)).toContain('web-data:/data')
  expect(namesIn(read('deploy/Dockerfile'), /DATA_(DIR)=\/data /g)).toHaveLength(1)
})

/** nginx looks for the certificate, so it is shown one, and makes its folders. */
function tryNginx() {
  const [certificate, key] = [join(folder, 'fullchain.pem'), join(folder, 'privkey.pem')]
  const words = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj', '/CN=x']
  execFileSync('openssl', [...words, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  const site = read('deploy/nginx/huanying.conf').replace(/\/etc\/letsencrypt\/live\/[^/]+/g, folder)
  const own = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`)
  const around = ['access_log off;', ...own, site].join('\n')
  writeFileSync(join(folder, 'nginx.conf'), `pid ${folder}/pid;\nevents {}\nhttp {\n${around}\n}\n`)
  return spawnSync('nginx', ['-t', '-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'], {
    encoding: 'utf8',
  })
}

function tryCaddy() {
  const env = { PATH: process.env.PATH, HOME: folder, DOMAIN: 'photos.example.com', PICTURES_DOMAIN: 's3.example.com' }
  const words = ['validate', '--adapter', 'caddyfile', '--config', join(repository, 'deploy/caddy/Caddyfile')]
  return spawnSync('caddy', words, { env, encoding: 'utf8' })
}

for (const [name, words, attempt] of [
  ['nginx', '-v', tryNginx],
  ['caddy', 'version', tryCaddy],
] as const) {
  const isInstalled = spawnSync(name, [words]).status === 0
  if (!isInstalled) console.log(`The file for ${name} is not tried: ${name} is absent.`)
  it.skipIf(!isInstalled)(`${name} accepts its file`, () => {
    const { status, stdout, stderr } = attempt()
    expect(status, stdout + stderr).toBe(0)
  })
}
