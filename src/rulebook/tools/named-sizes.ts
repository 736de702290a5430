// Sizes as people think of them: 2×, 4×, a print (decision 0096). The slider's grid of the documents is for heights set by hand;
// these are exact.
import { type Size, TALLEST_PX } from './output-height.ts'

/** Sides in inches; printed at 300 dots each. */
const PRINTS = { print5: [5, 3.5], print6: [6, 4], a4: [11.69, 8.27] } as const
const PRINT_DPI = 300
const FACTORS = { x2: 2, x4: 4 } as const

export type NamedSize = keyof typeof FACTORS | keyof typeof PRINTS
/** `auto` leaves the size to us, `custom` is the slider. */
export type SizeChoice = NamedSize | 'auto' | 'custom'
export const NAMED_SIZES = ['x2', 'x4', 'print5', 'print6', 'a4'] as const satisfies readonly NamedSize[]

/** Rows of the result, or why this size is not to be had: the picture has as many pixels already, or the result would be too tall. */
export function namedHeightPx(name: NamedSize, picture: Size): number | 'enough' | 'too-large' {
  const height = Math.round(factorOf(name, picture) * picture.height)
  if (height <= picture.height) return 'enough'
  return height > TALLEST_PX ? 'too-large' : height
}

/** The print is filled, in the orientation of the picture. */
function factorOf(name: NamedSize, { width, height }: Size): number {
  if (name === 'x2' || name === 'x4') return FACTORS[name]
  const [long, short] = PRINTS[name]
  const sides = [Math.max(width, height), Math.min(width, height)] as const
  return Math.max((long * PRINT_DPI) / sides[0], (short * PRINT_DPI) / sides[1])
}

/** Exact sizes lie beside the grid of the slider and are taken all the same. */
export const isNamedHeight = (height: unknown, picture: Size | undefined): boolean =>
  picture !== undefined && NAMED_SIZES.some((name) => namedHeightPx(name, picture) === height)

export const SIZE_TEXTS = {
  title: '结果尺寸',
  names: { auto: '默认', x2: '2×', x4: '4×', print5: '5 寸', print6: '6 寸', a4: 'A4', custom: '自定义' },
  result: '{width} × {height} 像素（{factor} 倍）',
  print: '可冲印 {name}（300 dpi）',
  enough: '原图已够大',
  'too-large': '超出最大尺寸',
  much: '放大超过 4 倍，细节会发软，建议选 4×',
} as const
