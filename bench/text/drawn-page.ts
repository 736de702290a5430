// A page of drawn letters whose every line is known, for measuring legibility: Chinese with dense characters and Latin, half of each in a
// sans and half in a serif face. The lines make no sense on purpose: a reader's knowledge of the language must not mend a letter.
import { execFileSync } from 'node:child_process'
import sharp from 'sharp'

export interface Line {
  readonly script: 'chinese' | 'latin'
  readonly text: string
  /** In pixels of the page. */
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

export interface Page {
  readonly png: Buffer
  readonly width: number
  readonly height: number
  readonly lines: readonly Line[]
}

/** The upper half of a column in the first, the lower in the second. */
const FONTS = ['Noto Sans CJK SC', 'Noto Serif CJK SC'] as const

/** At most eighteen a line; every second line is of dense ones. */
const CHINESE = [
  '营养糯米藕粉价格合计金额日期地址',
  '糯藕营赢嚼疆繁警矗囊镶蹲瓣籍霸黏',
  '今天下午三点在北京市海淀区开会请准时',
  '髓骤灌馨麟鑫衢罐赣颠魔孽鳞蠢攀藏',
  '已未己天夫大太犬末木本士土日目自',
  '鹰戴翼辫熬憨燕餐幕蒙噪操燥躁澡',
  '手机屏幕截图上的小字看不清楚怎么办',
  '糕糠糖藻蘑蔓荣莹萤莺劳捞涝唠崂',
  '总计应付订单编号配送方式商家电话',
  '瞻瞩擅檀坛毯毡瀑爆曝露霜霞霖霾',
  '人入八个千干于王玉主住往注柱驻',
  '鼎鼻齐齿龄龙垄聋袭笼拢龟阐阔阑',
] as const

const LATIN = [
  'Invoice No 40817 total 1,296.50',
  'rn m cl d vv w Il1 O0 S5 Z2 B8',
  'the quick brown fox jumps over it',
  'Warranty excludes batteries 2024',
  'Qgjpy bdhk 73951 aceo uvnm sxz',
  'Terms and conditions may apply',
  'MWNHK EFLTI 68309 CGOQD RPB',
  'please keep refrigerated at 4 C',
] as const

const MARGIN_PX = 16
const PAPER = '#f8f8f6'
const INK = '#181818'

/** `sizePx` is the em of the letters. */
export async function drawPage(sizePx: number): Promise<Page> {
  requireFonts()
  const lines = [...columnOf('chinese', CHINESE, sizePx, 0), ...columnOf('latin', LATIN, sizePx, 1)]
  const width = 2 * MARGIN_PX + 2 * columnWidth(sizePx)
  const height = 2 * MARGIN_PX + CHINESE.length * lineHeight(sizePx)
  const drawn = lines.map(
    ({ text, left, top, font }) =>
      `<text x="${left + sizePx}" y="${top + 1.25 * sizePx}" font-size="${sizePx}" fill="${INK}" font-family="${font}">${text}</text>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${PAPER}"/>${drawn.join('')}</svg>`
  return { png: await sharp(Buffer.from(svg)).removeAlpha().png().toBuffer(), width, height, lines }
}

const lineHeight = (sizePx: number) => Math.ceil(1.7 * sizePx)
/** Eighteen letters and one of space on each side. */
const columnWidth = (sizePx: number) => 20 * sizePx

function columnOf(script: Line['script'], texts: readonly string[], sizePx: number, column: number) {
  const [width, height] = [columnWidth(sizePx), lineHeight(sizePx)]
  return texts.map((text, i) => {
    const place = { left: MARGIN_PX + column * width, top: MARGIN_PX + i * height, width, height }
    return { script, text, ...place, font: FONTS[i < texts.length / 2 ? 0 : 1] }
  })
}

/** A missing face would be replaced in silence, and boxes be measured. */
function requireFonts(): void {
  const known = execFileSync('fc-list', [':', 'family'], { encoding: 'utf8' })
  for (const font of FONTS)
    if (!known.includes(font)) throw new Error(`the font ${font} is not installed (Debian: fonts-noto-cjk)`)
}
