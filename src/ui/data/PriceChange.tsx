import { ArrowDown, ArrowUp } from 'lucide-react'
import { formatChange } from '../format/number.ts'
import * as css from './PriceChange.css.ts'

export interface PriceChangeProps {
  /** In percent; null if there is nothing to compare with. */
  readonly percent: number | null
  /** Period of the change ('over 500 candles'). */
  readonly title?: string | undefined
}

/** A price change with sign, arrow and colour. */
export function PriceChange({ percent, title }: PriceChangeProps) {
  const text = formatChange(percent)
  const trend = text.startsWith('+') ? 'up' : text.startsWith('-') ? 'down' : 'flat'
  return (
    <span className={css.trend[trend]} title={title} data-direction={trend}>
      {trend === 'up' ? <ArrowUp size={14} aria-hidden="true" /> : null}
      {trend === 'down' ? <ArrowDown size={14} aria-hidden="true" /> : null}
      {text}
    </span>
  )
}
