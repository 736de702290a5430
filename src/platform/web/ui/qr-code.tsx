// A QR code drawn in the page: its content never leaves the browser.

import { encode } from 'uqr'

const QUIET_ZONE_MODULES = 4
const WIDTH_PX = 200

interface QrCodeProps {
  readonly text: string
  /** Label for screen readers. */
  readonly name: string
}

export function QrCode({ text, name }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE_MODULES })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg
      role="img"
      aria-label={name}
      viewBox={`0 0 ${size} ${size}`}
      width={WIDTH_PX}
      height={WIDTH_PX}
      shapeRendering="crispEdges"
      style={{ alignSelf: 'center', background: '#fff' }}
    >
      <path d={path} fill="#000" />
    </svg>
  )
}
