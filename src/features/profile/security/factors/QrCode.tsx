import { encode } from 'uqr'
import { qrCode } from './factors.css.ts'

/** Modules of white around a code, as readers expect. */
const QUIET_ZONE = 4

interface QrCodeProps {
  readonly text: string
  readonly label: string
}

/** A QR code, black on white in both themes. */
export default function QrCode({ text, label }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <figure className={qrCode} aria-label={label}>
      <svg viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" aria-hidden="true">
        <rect width={size} height={size} fill="#fff" />
        <path d={path} fill="#000" />
      </svg>
    </figure>
  )
}
