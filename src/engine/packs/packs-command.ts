// `npm run models -- list|add|remove|check`: the operator's commands for third-party nets. Texts are for the console.
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { detailOf } from '../engine-error.ts'
import { type AnyPack, type FoundPack, findPacks, isFound, packIn } from './find-packs.ts'
import { answerOf, openPack, verifiedFile } from './open-pack.ts'
import type { PackFolders } from './pack-folders.ts'

export interface PacksAnswer {
  readonly text: string
  readonly exitCode: number
}

const USAGE = `npm run models -- list            what is installed, and whether it can be used
npm run models -- check           computes the check picture with every pack
npm run models -- add FOLDER      takes a pack: manifest.json and its files
npm run models -- remove ID       forgets a pack that was added`

/** `folders.added` is made where it is missing. */
export async function runPacksCommand(
  folders: Required<PackFolders>,
  [verb, word, ...rest]: readonly string[],
): Promise<PacksAnswer> {
  const isLone = verb === 'list' || verb === 'check'
  if (rest.length > 0 || isLone !== (word === undefined)) return { text: USAGE, exitCode: 2 }
  if (verb === 'list') return listed(folders, listedFiles)
  if (verb === 'check') return listed(folders, checked)
  if (verb === 'add') return added(folders, path.resolve(word!))
  return verb === 'remove' ? removed(folders, word!) : { text: USAGE, exitCode: 2 }
}

/** Exit code 1 when one of them cannot be used; a shipped one that is not installed does not count. */
async function listed(folders: PackFolders, look: (pack: FoundPack) => Promise<string>): Promise<PacksAnswer> {
  let exitCode = 0
  const lines: string[] = []
  for (const pack of await findPacks(folders)) {
    const problem = isFound(pack)
      ? await look(pack).then(
          (text) => lines.push(text),
          (error: Error) => error.message,
        )
      : pack.problem
    if (typeof problem !== 'string') continue
    if (isFound(pack)) exitCode = 1
    lines.push(`${pack.id}: cannot be used: ${problem}`)
  }
  return { text: lines.join('\n') || 'no packs', exitCode }
}

async function listedFiles(pack: FoundPack): Promise<string> {
  const { id, version, title, origin, net, files, tools } = pack.manifest
  for (const file of [files.param, files.bin]) await verifiedFile(pack.folder, file)
  const from = pack.isAdded ? 'added' : `from ${pack.manifest.carrier?.package ?? 'this program'}`
  const megabytes = ((files.param.bytes + files.bin.bytes) / 2 ** 20).toFixed(1)
  return [
    `${id} ${version} (${from}): ${title.en}, ×${net.factor}, ${megabytes} MB, ${origin.licence}, ${origin.project} by ${origin.author}, ${origin.address}`,
    `  for ${tools.join(', ')}`,
  ].join('\n')
}

async function checked(pack: FoundPack): Promise<string> {
  await openPack(pack, 1)
  return `${pack.id} ${pack.manifest.version}: computes rightly here`
}

/** Without a stored answer in the manifest, this machine's is stored: a later change of runtime or processor is then noticed. */
async function added(folders: Required<PackFolders>, source: string): Promise<PacksAnswer> {
  const refused = (problem: string) => ({ text: `not added: ${problem}`, exitCode: 1 })
  const pack = await packOf(source, folders)
  if (!isFound(pack)) return refused(pack.problem)
  const target = path.join(folders.added, pack.id)
  await mkdir(folders.added, { recursive: true })
  const parts = await mkdtemp(path.join(folders.added, '.adding-'))
  try {
    for (const file of [pack.manifest.files.param, pack.manifest.files.bin]) {
      const bytes = await verifiedFile(pack.folder, file)
      await mkdir(path.dirname(path.join(parts, file.path)), { recursive: true })
      await writeFile(path.join(parts, file.path), bytes)
    }
    const copy = { ...pack, folder: parts }
    if (pack.manifest.check !== undefined) await openPack(copy, 1)
    const manifest = { ...pack.manifest, check: pack.manifest.check ?? (await answerOf(copy)) }
    await writeFile(path.join(parts, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`)
    await rm(target, { recursive: true, force: true })
    await rename(parts, target)
    return { text: `added: ${pack.id} ${manifest.version}`, exitCode: 0 }
  } catch (error) {
    await rm(parts, { recursive: true, force: true })
    return refused(detailOf(error))
  }
}

async function packOf(source: string, folders: PackFolders): Promise<AnyPack> {
  // The folder may have any name before it is added.
  const id = await readFile(path.join(source, 'manifest.json'), 'utf8').then(
    (json) => String((JSON.parse(json) as { id?: unknown }).id),
    () => path.basename(source),
  )
  return packIn(source, true, folders.packages, id)
}

async function removed({ added: folder }: Required<PackFolders>, id: string): Promise<PacksAnswer> {
  const own = (await findPacks({ shipped: '', packages: '', added: folder })).some((pack) => pack.id === id)
  if (!own) return { text: `${id} is no added pack`, exitCode: 1 }
  await rm(path.join(folder, id), { recursive: true })
  return { text: `removed: ${id}`, exitCode: 0 }
}
