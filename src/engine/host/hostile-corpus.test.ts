// Strangers' files through the real child: every file ends with facts or with a code, never with a crash or a hang.
// Needs ../shared/data/formats. By default our own hostile files and every twentieth of the rest; all of them with ENGINE_CORPUS=all.
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { EngineError } from '../engine-error.ts'
import type { ImageFacts } from '../engine-types.ts'
import { createLocalEngine } from './local-engine.ts'

const CORPUS = path.resolve(import.meta.dirname, '../../../../shared/data/formats')
const present = existsSync(CORPUS)
if (!present) console.warn('hostile corpus skipped: ../shared/data/formats is not here')
const SAMPLE_STEP = process.env.ENGINE_CORPUS === 'all' ? 1 : 20
const PARALLEL = 2
const CORPUS_TIMEOUT_MS = 1_800_000
/** What a refusal may say; anything else is a fault of ours. */
const REFUSALS = ['unsupported-format', 'corrupt', 'too-many-pixels', 'too-much-metadata']

const engine = createLocalEngine({ parallelInspections: PARALLEL })
const folder = mkdtempSync(path.join(tmpdir(), 'engine-corpus-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Answer = ImageFacts | EngineError
const answers = new Map<string, Promise<Answer>>()
/** Each file once: those that are named below are among all of them. */
function answerTo(sourcePath: string): Promise<Answer> {
  const answer = answers.get(sourcePath) ?? inspect(sourcePath)
  answers.set(sourcePath, answer)
  return answer
}

async function inspect(sourcePath: string): Promise<Answer> {
  const target = path.join(folder, path.basename(sourcePath).replace(/\W/g, '_'))
  const request = {
    sourcePath,
    thumbnailPath: `${target}.thumb`,
    thumbnailSidePx: 200,
    thumbnailQuality: 0.8,
    viewPath: `${target}.view`,
    viewMaxSidePx: 1024,
  }
  return engine.inspect(request).catch((error: EngineError) => error)
}

const filesBelow = (directory: string): string[] =>
  readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort()

describe.skipIf(!present)('hostile files', () => {
  it('each gives facts or a refusal', { timeout: CORPUS_TIMEOUT_MS }, async () => {
    const own = filesBelow(path.join(CORPUS, 'own-hostile'))
    const others = filesBelow(CORPUS).filter((file) => !file.includes('own-hostile'))
    const files = [...own, ...others.filter((_, i) => i % SAMPLE_STEP === 0)]
    const counts: Record<string, number> = {}
    const faults: string[] = []
    const queue = [...files]
    const work = async () => {
      for (let file = queue.shift(); file; file = queue.shift()) {
        const answer = await answerTo(file)
        const word = 'code' in answer ? answer.code : `read as ${answer.format}`
        counts[word] = (counts[word] ?? 0) + 1
        if ('code' in answer && !REFUSALS.includes(answer.code))
          faults.push(`${file}: ${answer.code} ${answer.message}`)
      }
    }
    await Promise.all(Array.from({ length: PARALLEL }, work))
    console.log(`${files.length} files:`, counts)
    expect(faults).toEqual([])
    expect(readdirSync(folder).filter((name) => name.includes('.part'))).toEqual([])
  })

  it.each([
    ['wrong-extension-jpeg.png', 'jpeg'],
    ['wrong-extension-png.jpg', 'png'],
    ['polyglot-jpeg-html.jpg', 'jpeg'],
    ['gif-animated.gif', 'gif'],
    ['png-animated.png', 'png'],
  ])('%s is a %s, whatever it is called', async (name, format) => {
    const facts = await answerTo(path.join(CORPUS, 'own-hostile', name))
    expect(facts).toMatchObject({ format, isAnimated: name.includes('animated') })
  })

  it.each([
    ['svg-script.svg', 'unsupported-format'],
    ['svg-xxe.svg', 'unsupported-format'],
    ['svg-named-as.png', 'unsupported-format'],
    ['empty.png', 'unsupported-format'],
    ['mvg-delegate.jpg', 'unsupported-format'],
    ['jpeg-truncated.jpg', 'corrupt'],
    ['png-truncated.png', 'corrupt'],
    ['bomb-png-rgba-9000x9000.png', 'too-many-pixels'],
    ['bomb-png-1bit-30000x30000.png', 'too-many-pixels'],
    ['jpeg-sof-65500x65500.jpg', 'too-many-pixels'],
    ['bmp-huge-header.bmp', 'too-many-pixels'],
  ])('%s is refused as %s', async (name, code) => {
    expect(await answerTo(path.join(CORPUS, 'own-hostile', name))).toMatchObject({ code })
  })
})

it('refuses a picture that is thin and too long', async () => {
  const { default: sharp } = await import('sharp')
  const file = path.join(folder, 'thin.png')
  const image = sharp({
    create: { width: 1, height: 100_000, channels: 3, background: '#fff' },
    limitInputPixels: false,
  })
  writeFileSync(file, await image.png().toBuffer())
  expect(await inspect(file)).toMatchObject({ code: 'too-many-pixels' })
})
