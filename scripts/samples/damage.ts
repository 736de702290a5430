// What time and bad cameras do to pictures, made on purpose and always the same: the "before" of the landing page's samples.
import sharp, { type Sharp } from 'sharp'
import { seededNormal, seededUniform } from '../seeded-random.ts'

/** A quarter of the size in each direction, saved once more as a small JPEG: what an old phone or a chat program leaves. */
export async function shrink(picture: Sharp, width: number, jpegQuality: number): Promise<Sharp> {
  const small = await picture.resize({ width, kernel: 'cubic' }).jpeg({ quality: jpegQuality }).toBuffer()
  return sharp(small)
}

/** Colour noise of a high ISO setting, stronger in the dark. */
export async function addSensorNoise(picture: Sharp, sigma: number, seed: number): Promise<Sharp> {
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const random = seededNormal(seed)
  for (let i = 0; i < data.length; i += 1) {
    const level = data[i]!
    data[i] = Math.min(255, Math.max(0, Math.round(level + sigma * (1.2 - level / 500) * random())))
  }
  return sharp(data, { raw: { width: info.width, height: info.height, channels: 3 } })
}

/** A faded print: brownish, with dust, hairs and scratches. */
export async function age(picture: Sharp, seed: number): Promise<Sharp> {
  const { data, info } = await picture
    .grayscale()
    .linear(0.82, 22)
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const toned = sharp(data, { raw: { width: info.width, height: info.height, channels: 1 } }).tint('#c9a97c')
  const marks = Buffer.from(scratchDrawing(info.width, info.height, seed))
  return sharp(
    await toned
      .composite([{ input: marks }])
      .png()
      .toBuffer(),
  )
}

function scratchDrawing(width: number, height: number, seed: number): string {
  const random = seededUniform(seed)
  const between = (low: number, high: number) => low + (high - low) * random()
  const scratches = Array.from({ length: 13 }, () => {
    const [x, y] = [between(0, width), between(-20, height * 0.7)]
    const [dx, dy] = [between(-30, 30), between(height * 0.12, height * 0.5)]
    const bend = between(-12, 12)
    return `<path d="M${x} ${y} q${dx / 2 + bend} ${dy / 2} ${dx} ${dy}" stroke-width="${between(0.9, 2.2)}"/>`
  })
  const dust = Array.from({ length: 70 }, () => {
    const fill = random() < 0.75 ? '#f6efe0' : '#4a3c28'
    return `<circle cx="${between(0, width)}" cy="${between(0, height)}" r="${between(0.7, 2.1)}" fill="${fill}"/>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <g stroke="#f4ead6" fill="none" opacity="0.92">${scratches.join('')}</g><g opacity="0.9">${dust.join('')}</g></svg>`
}

/** A picture taken against the light: two stops too dark, with a yellow cast. */
export const underexpose = async (picture: Sharp): Promise<Sharp> =>
  sharp(await picture.gamma(1, 1).linear([0.5, 0.44, 0.32], [2, 1, 0]).png().toBuffer())

/** A menu as a drawing of our own. */
export const textPage = (width: number, height: number): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 800 600" font-family="Noto Sans CJK SC, sans-serif">
    <rect width="800" height="600" fill="#fbf9f3"/>
    <rect x="40" y="40" width="720" height="110" rx="12" fill="#0b6b5e"/>
    <text x="72" y="114" font-size="56" font-weight="700" fill="#ffffff">老街茶馆 · 今日菜单</text>
    <g font-size="52" fill="#26302e">
      <text x="72" y="240">明前龙井</text><text x="728" y="240" text-anchor="end">¥ 58 / 壶</text>
      <text x="72" y="330">茉莉花茶</text><text x="728" y="330" text-anchor="end">¥ 32 / 壶</text>
      <text x="72" y="420">桂花糯米藕</text><text x="728" y="420" text-anchor="end">¥ 22 / 份</text>
    </g>
    <path d="M72 468 H728" stroke="#b9c0be" stroke-width="2" stroke-dasharray="8 8"/>
    <text x="72" y="536" font-size="40" fill="#4a5351">营业时间 9:00–22:00 · Tea house</text></svg>`)
