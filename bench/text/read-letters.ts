// Optical character recognition of single lines by tesseract (bench only: Debian packages tesseract-ocr, tesseract-ocr-chi-sim).
import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Raster } from '#engine/image/raster.ts'
import { sharpOf } from '#engine/testing/encode-sample.ts'
import type { Line } from './drawn-page.ts'

const LANGUAGE = { chinese: 'chi_sim', latin: 'eng' } as const

export function hasReader(): boolean {
  try {
    const listed = execFileSync('tesseract', ['--list-langs'], { encoding: 'utf8' })
    return Object.values(LANGUAGE).every((language) => listed.split('\n').includes(language))
  } catch {
    return false
  }
}

export interface ReadLine {
  readonly line: Line
  /** Share of its letters, spaces apart, that was read right, 0–1. */
  readonly accuracy: number
}

/** `factor` is by how much the picture is larger than the page of the lines. */
export async function readLines(picture: Raster, lines: readonly Line[], factor: number): Promise<ReadLine[]> {
  const folder = mkdtempSync(join(tmpdir(), 'engine-text-'))
  try {
    const paths = await Promise.all(
      lines.map(async ({ left, top, width, height }, i) => {
        const path = join(folder, `${i}.png`)
        const area = { left: factor * left, top: factor * top, width: factor * width, height: factor * height }
        await sharpOf(picture).extract(area).png({ compressionLevel: 1 }).toFile(path)
        return path
      }),
    )
    const read = new Map<Line, string>()
    for (const script of ['chinese', 'latin'] as const) {
      const own = lines.filter((line) => line.script === script)
      const list = join(folder, `${script}.txt`)
      writeFileSync(list, own.map((line) => paths[lines.indexOf(line)]).join('\n'))
      const texts = await readList(list, LANGUAGE[script])
      for (const [i, line] of own.entries()) read.set(line, texts[i] ?? '')
    }
    return lines.map((line) => ({ line, accuracy: accuracyOf(read.get(line)!, line.text) }))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** One line of writing per picture; a form feed ends each picture's text. */
async function readList(list: string, language: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)('tesseract', [list, '-', '-l', language, '--psm', '7'], {
    env: { ...process.env, OMP_THREAD_LIMIT: '1' },
    maxBuffer: 1e8,
  })
  return stdout.split('\f')
}

function accuracyOf(read: string, text: string): number {
  const [got, wanted] = [read, text].map((value) => [...value.replaceAll(/\s/g, '')]) as [string[], string[]]
  return Math.max(0, 1 - editDistance(got, wanted) / wanted.length)
}

function editDistance(a: readonly string[], b: readonly string[]): number {
  let above = b.map((_, j) => j + 1)
  for (const [i, letter] of a.entries()) {
    let diagonal = i
    let left = i + 1
    above = above.map((value, j) => {
      const best = Math.min(diagonal + (letter === b[j] ? 0 : 1), value + 1, left + 1)
      diagonal = value
      left = best
      return best
    })
  }
  return above.at(-1) ?? a.length
}
