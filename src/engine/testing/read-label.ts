// The label of AI content (GB 45438-2025) in a file as other people's readers find it: the XMP property of the TC260 namespace, by exifr, and by exiftool
// where the machine has it.
import { execFileSync, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import exifr from 'exifr'

export const hasExiftool = spawnSync('exiftool', ['-ver']).status === 0
if (!hasExiftool)
  console.info('exiftool is not here (Debian: libimage-exiftool-perl): its half of the label tests is left out')

/** PNG and JPEG; exifr knows no WebP. */
export async function labelByExifr(file: string): Promise<unknown> {
  const read = (await exifr.parse(readFileSync(file), { xmp: true, mergeOutput: false })) as {
    TC260?: { AIGC?: string }
  }
  return parsed(read.TC260?.AIGC)
}

export function labelByExiftool(file: string): unknown {
  const [read] = JSON.parse(execFileSync('exiftool', ['-j', '-XMP:AIGC', file]).toString()) as [Record<string, string>]
  // Its name is written in other letter case by other versions.
  return parsed(read.AIGC ?? read.Aigc)
}

// exifr hands XML's own quotes on.
const parsed = (text: unknown): unknown =>
  typeof text === 'string' ? JSON.parse(text.replaceAll('&quot;', '"')) : text
