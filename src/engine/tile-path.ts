// Where `cutTiles` of the engine puts its files; libvips chooses the names below a level's folder.
import { join } from 'node:path'

export const levelFolder = (folder: string, level: number): string => join(folder, String(level))

export const tilePath = (
  folder: string,
  level: number,
  { column, row }: { readonly column: number; readonly row: number },
  ending: string,
): string => join(levelFolder(folder, level), 'level_files', '0', `${column}_${row}.${ending}`)
