// Icons of the installed app, from our own mark (`public/favicon.svg`): npx node scripts/make-icons.ts
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import sharp, { type Sharp } from 'sharp'
import { JADE } from '../src/app/design/tokens.ts'

const folder = fileURLToPath(new URL('../public/', import.meta.url))
const mark = readFileSync(`${folder}favicon.svg`)
/** Pixels of the mark's drawing; density makes it sharp at any size. */
const MARK_SIDE = 32
const CSS_DPI = 72
/** Launchers cut a maskable icon to any shape within its middle 80 %. */
const SAFE_PART = 0.62

const drawn = (sidePx: number) => sharp(mark, { density: (CSS_DPI * sidePx) / MARK_SIDE }).resize(sidePx, sidePx)

async function padded(sidePx: number): Promise<Sharp> {
  const input = await drawn(Math.round(sidePx * SAFE_PART))
    .png()
    .toBuffer()
  return sharp({ create: { width: sidePx, height: sidePx, channels: 3, background: JADE[0] } }).composite([{ input }])
}

const icons: Readonly<Record<string, Sharp>> = {
  'icon-192.png': drawn(192),
  'icon-512.png': drawn(512),
  'icon-maskable-512.png': await padded(512),
  // Apple rounds the corners itself and paints transparent pixels black.
  'apple-touch-icon.png': await padded(180),
}
for (const [name, picture] of Object.entries(icons))
  await picture.png({ compressionLevel: 9, palette: true }).toFile(folder + name)
