import { ArrowDown, ArrowUp, Minus } from 'lucide-react'
import { memo } from 'react'
import type { Direction } from '#src/analysis/fields.ts'
import { directionColor } from './card.css.ts'

const ICONS = { bullish: ArrowUp, bearish: ArrowDown, none: Minus } as const

/** Arrow of a direction. Decorative: pair it with text for screen readers. */
export const DirectionIcon = memo(function DirectionIcon({ direction }: { readonly direction: Direction }) {
  const Icon = ICONS[direction]
  return <Icon className={directionColor[direction]} size={14} aria-hidden="true" />
})
