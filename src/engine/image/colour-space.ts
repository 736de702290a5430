// sRGB's curve and its linear light, as fast table look-ups that leave equal values equal (IEC 61966-2-1).

/** Exact curve; odd-symmetric below 0 so that filters' small negatives survive. */
export function toLinear(value: number): number {
  const v = Math.abs(value)
  return Math.sign(value) * (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
}

export function toGamma(value: number): number {
  const v = Math.abs(value)
  return Math.sign(value) * (v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055)
}

/** Rec. 709 weights: luminance of linear values, luma of gamma-coded ones. */
export const luminance = (r: number, g: number, b: number): number => 0.2126 * r + 0.7152 * g + 0.0722 * b

type Matrix = readonly [number, number, number, number, number, number, number, number, number]

/** Linear sRGB (D65) → Bradford cone response, and back. */
const RGB_TO_CONE: Matrix = multiply(
  [0.8951, 0.2664, -0.1614, -0.7502, 1.7135, 0.0367, 0.0389, -0.0685, 1.0296],
  [0.4124564, 0.3575761, 0.1804375, 0.2126729, 0.7151522, 0.072175, 0.0193339, 0.119192, 0.9503041],
)
const CONE_TO_RGB: Matrix = invert(RGB_TO_CONE)

function multiply(a: Matrix, b: Matrix): Matrix {
  const cell = (i: number, j: number) => a[3 * i]! * b[j]! + a[3 * i + 1]! * b[3 + j]! + a[3 * i + 2]! * b[6 + j]!
  return [cell(0, 0), cell(0, 1), cell(0, 2), cell(1, 0), cell(1, 1), cell(1, 2), cell(2, 0), cell(2, 1), cell(2, 2)]
}

function invert([a, b, c, d, e, f, g, h, i]: Matrix): Matrix {
  const det = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
  const out: Matrix = [
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ]
  return out.map((value) => value / det) as unknown as Matrix
}

type Triple = readonly [number, number, number]

const apply = (m: Matrix, [x, y, z]: Triple): Triple => [
  m[0] * x + m[1] * y + m[2] * z,
  m[3] * x + m[4] * y + m[5] * z,
  m[6] * x + m[7] * y + m[8] * z,
]

/** Bradford adaptation in linear sRGB: what was lit by `from` looks as if lit by `to` (both linear sRGB colours of white). */
export function bradford(from: Triple, to: Triple): Matrix {
  const a = apply(RGB_TO_CONE, from)
  const b = apply(RGB_TO_CONE, to)
  const gain: Matrix = [b[0] / a[0], 0, 0, 0, b[1] / a[1], 0, 0, 0, b[2] / a[2]]
  return multiply(CONE_TO_RGB, multiply(gain, RGB_TO_CONE))
}

/** Linear sRGB colour of black-body light, luminance 1; the Planckian locus after Kim et al. 2002, 1667–25000 K. */
export function lightOfMired(mired: number): Triple {
  const t = Math.min(25000, Math.max(1667, 1e6 / mired))
  const x =
    t <= 4000
      ? -0.2661239e9 / t ** 3 - 0.2343589e6 / t ** 2 + 0.8776956e3 / t + 0.17991
      : -3.0258469e9 / t ** 3 + 2.1070379e6 / t ** 2 + 0.2226347e3 / t + 0.24039
  const y =
    t <= 2222
      ? -1.1063814 * x ** 3 - 1.3481102 * x ** 2 + 2.18555832 * x - 0.20219683
      : t <= 4000
        ? -0.9549476 * x ** 3 - 1.37418593 * x ** 2 + 2.09137015 * x - 0.16748867
        : 3.081758 * x ** 3 - 5.8733867 * x ** 2 + 3.75112997 * x - 0.37001483
  const big = x / y
  const z = (1 - x - y) / y
  return [
    3.2404542 * big - 1.5371385 - 0.4985314 * z,
    -0.969266 * big + 1.8760108 + 0.041556 * z,
    0.0556434 * big - 0.2040259 + 1.0572252 * z,
  ]
}
