// Which packs exist: those whose manifests come with this program, and those that the operator added. A pack whose manifest cannot be
// used is listed with the reason; the others still work.
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { detailOf } from '../engine-error.ts'
import { type Manifest, readManifest } from './manifest.ts'
import type { PackFolders } from './pack-folders.ts'

const MANIFEST = 'manifest.json'
const MOST_MANIFEST_BYTES = 256 * 1024

/** Whose files have been found, though not read yet. */
export interface FoundPack {
  readonly id: string
  readonly manifest: Manifest
  /** Where the files of the manifest lie. */
  readonly folder: string
  readonly isAdded: boolean
}

export interface RefusedPack {
  readonly id: string
  readonly problem: string
}

export type AnyPack = FoundPack | RefusedPack

export const isFound = (pack: AnyPack): pack is FoundPack => 'manifest' in pack

/** An added pack replaces a shipped one of the same name. */
export async function findPacks(folders: PackFolders): Promise<AnyPack[]> {
  const shipped = await packsIn(folders.shipped, false, folders.packages)
  const added = folders.added ? await packsIn(folders.added, true, folders.packages) : []
  return [...added, ...shipped.filter(({ id }) => !added.some((pack) => pack.id === id))]
}

/** The packs of a folder, by name, so that every run sees the same order. */
async function packsIn(folder: string, isAdded: boolean, packages: string): Promise<AnyPack[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const names = entries.filter((entry) => entry.isDirectory() && !entry.name.startsWith('.')).map(({ name }) => name)
  return Promise.all(names.sort().map((name) => packIn(path.join(folder, name), isAdded, packages)))
}

/** The folder has the name of the pack. */
export async function packIn(
  folder: string,
  isAdded: boolean,
  packages: string,
  id: string = path.basename(folder),
): Promise<AnyPack> {
  try {
    const json = await readFile(path.join(folder, MANIFEST))
    if (json.length > MOST_MANIFEST_BYTES) throw new Error('the manifest is too large')
    const manifest = readManifest(json.toString('utf8'))
    if (manifest.id !== id) throw new Error(`the manifest is that of ${manifest.id}`)
    const { carrier } = manifest
    if (carrier && isAdded) throw new Error('an added pack brings its files itself')
    const filesFolder = carrier ? path.join(packages, carrier.package) : folder
    if (!existsSync(filesFolder)) throw new Error(`the package ${carrier?.package} is not installed`)
    return { id, manifest, folder: filesFolder, isAdded }
  } catch (error) {
    return { id, problem: detailOf(error) }
  }
}
