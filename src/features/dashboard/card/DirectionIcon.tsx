import { ArrowDown, ArrowUp, Minus } from 'lucide-react'
import { memo } from 'react'
import { directionColor } from './card.css.ts'

/** A direction; `none` if the payload does not specify it. */
export type Direction = 'bullish' | 'bearish' | 'none'

const ICONS = { bullish: ArrowUp, bearish: ArrowDown, none: Minus } as const

/** Arrow of a direction. Decorative: pair it with text for screen readers. */
export const DirectionIcon = memo(function DirectionIcon({ direction }: { readonly direction: Direction }) {
  const Icon = ICONS[direction]
  return <Icon className={directionColor[direction]} size={14} aria-hidden="true" />
})
