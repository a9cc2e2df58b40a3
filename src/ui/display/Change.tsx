import { ArrowDown, ArrowUp } from 'lucide-react'
import { formatChange } from '../format/number.ts'
import * as css from './Change.css.ts'

export interface ChangeProps {
  /** In percent; null when there is nothing to compare. */
  readonly percent: number | null
  /** What it is over ('over 500 candles'). */
  readonly title?: string | undefined
}

/** A price change with sign, arrow and colour. */
export function Change({ percent, title }: ChangeProps) {
  const text = formatChange(percent)
  const way = text.startsWith('+') ? 'up' : text.startsWith('-') ? 'down' : 'flat'
  return (
    <span className={css.direction[way]} title={title} data-direction={way}>
      {way === 'up' ? <ArrowUp size={14} aria-hidden="true" /> : null}
      {way === 'down' ? <ArrowDown size={14} aria-hidden="true" /> : null}
      {text}
    </span>
  )
}
