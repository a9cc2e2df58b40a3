import { useEffect, useRef, type ReactNode } from 'react'
import type { Candle } from '#contract/candles.ts'
import { PAIRS, type PairId } from '#contract/pairs.ts'
import { cx } from '../cx.ts'
import { Table, type Column } from './Table.tsx'
import { formatPrice, formatVolume } from '../format/number.ts'
import { formatDateTime } from '../format/time.ts'
import { zoneName } from '../format/regional.ts'
import * as css from './CandleTable.css.ts'

/** A formatted number with its exact value. */
const dataCell = (value: number, text: string): ReactNode => <data value={value}>{text}</data>

function columnsOf(pair: PairId): readonly Column<Candle>[] {
  const column = (
    field: Exclude<keyof Candle, 'timestamp'>,
    header: string,
    format: (value: number, pair: PairId) => string,
  ): Column<Candle> => ({
    id: field,
    header,
    numeric: true,
    cell: (candle) => dataCell(candle[field], format(candle[field], pair)),
  })
  return [
    {
      id: 'timestamp',
      header: `Time (${zoneName()})`,
      cell: ({ timestamp }) => dataCell(timestamp, formatDateTime(timestamp * 1000)),
    },
    column('open', 'Open', formatPrice),
    column('high', 'High', formatPrice),
    column('low', 'Low', formatPrice),
    column('close', 'Close', formatPrice),
    column('volume', 'Volume', formatVolume),
  ]
}

export interface CandleTableProps {
  readonly candles: readonly Candle[]
  readonly pair: PairId
  /** Positions and sizes the table. */
  readonly className?: string | undefined
}

/** Candles as a table, oldest first, initially scrolled to the newest. */
export function CandleTable({ candles, pair, className }: CandleTableProps) {
  const container = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const scroller = container.current?.firstElementChild
    if (scroller) scroller.scrollTop = scroller.scrollHeight
  }, [])
  return (
    <div ref={container} className={cx(css.table, className)} data-testid="candle-table">
      <Table
        caption={`${PAIRS[pair].label} candles, oldest first`}
        columns={columnsOf(pair)}
        rows={candles}
        rowKey={(candle) => String(candle.timestamp)}
        empty="No candles yet"
      />
    </div>
  )
}
