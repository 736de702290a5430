// A QR code drawn in the page: the secret in it leaves the browser for nobody.

import { encode } from 'uqr'
import { TWO_FACTOR_TEXTS } from '#rulebook/account/two-factor.ts'

const QUIET_ZONE_MODULES = 4
const WIDTH_PX = 200

export function TwoFactorQr({ address }: { readonly address: string }) {
  const { data, size } = encode(address, { ecc: 'M', border: QUIET_ZONE_MODULES })
  const path = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg
      role="img"
      aria-label={TWO_FACTOR_TEXTS.qrName}
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
