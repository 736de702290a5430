// What a word in the history's search can mean besides a part of a file name: a tool or a model by its name, and what was found in a picture
// (噪点, 模糊, 偏色, 老照片…).
import { fillText } from '../fill-text.ts'
import { contentOf, type PictureEstimates } from '../runs/picture-content.ts'
import { FINDING_TEXTS, pictureFindings } from '../runs/picture-findings.ts'
import { MODELS } from '../tools/catalogue.ts'
import { TOOLS } from '../tools/tool.ts'

const CONTENT_WORDS = { text: '文字', art: '插画', 'old-photo': '老照片', photo: undefined } as const

/** Models whose Chinese or English name, or whose tool's name, holds the text. */
export function modelsNamed(text: string): string[] {
  const wanted = text.trim().toLowerCase()
  return MODELS.filter((model) =>
    [model.displayName, model.englishName, TOOLS[model.tool].displayName].some((name) =>
      name.toLowerCase().includes(wanted),
    ),
  ).map(({ key }) => key)
}

const { scratches, noise, blur, motion, compression, dark, faded, cast, degrees } = FINDING_TEXTS

/** All that can be found in a picture, as its card says it. */
const FINDING_WORDS = [
  ...[noise, blur, motion, compression].flatMap((text) => degrees.map((degree) => fillText(text, { degree }))),
  ...[scratches, dark, faded, cast, ...Object.values(CONTENT_WORDS)].filter((word) => word !== undefined),
]

/** A text that no finding holds need not be looked for in measurements. */
export const mayBeFinding = (text: string): boolean => FINDING_WORDS.some((word) => word.includes(text.trim()))

/** Whether the text is a part of what was found in the picture, or of what it is. */
export function isFound(estimates: PictureEstimates, text: string): boolean {
  const wanted = text.trim()
  const content = CONTENT_WORDS[contentOf(estimates)]
  return [...(pictureFindings(estimates) ?? []), ...(content ? [content] : [])].some((word) => word.includes(wanted))
}
