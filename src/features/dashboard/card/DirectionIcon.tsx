import { ArrowDown, ArrowUp, Minus } from 'lucide-react'
import { memo } from 'react'
import { directionColor } from './card.css.ts'

/** Where something points; `none` where nobody told. */
export type Direction = 'bullish' | 'bearish' | 'none'

const ICONS = { bullish: ArrowUp, bearish: ArrowDown, none: Minus } as const

/** A direction as an arrow. Who only hears it has to be told in words beside it. */
export const DirectionIcon = memo(function DirectionIcon({ direction }: { readonly direction: Direction }) {
  const Icon = ICONS[direction]
  return <Icon className={directionColor[direction]} size={14} aria-hidden="true" />
})
