import type { Candle } from '#contract/candles.ts'
import { PAIRS } from '#contract/pairs.ts'
import type { PairId } from '#contract/pairs.ts'
import { Table } from '../display/Table.tsx'
import type { Column } from '../display/Table.tsx'
import { formatPrice, formatVolume } from '../format/number.ts'
import { formatDateTime } from '../format/time.ts'

const columnsOf = (pair: PairId): readonly Column<Candle>[] => [
  { id: 'time', header: 'Time (UTC)', cell: (candle) => formatDateTime(candle.timestamp * 1000) },
  { id: 'open', header: 'Open', numeric: true, cell: (candle) => formatPrice(candle.open, pair) },
  { id: 'high', header: 'High', numeric: true, cell: (candle) => formatPrice(candle.high, pair) },
  { id: 'low', header: 'Low', numeric: true, cell: (candle) => formatPrice(candle.low, pair) },
  { id: 'close', header: 'Close', numeric: true, cell: (candle) => formatPrice(candle.close, pair) },
  { id: 'volume', header: 'Volume', numeric: true, cell: (candle) => formatVolume(candle.volume, pair) },
]

/** The closed candles of a chart as figures, newest first. The running one is left out: it would be old at once. */
export function CandleTable({ candles, pair }: { readonly candles: readonly Candle[]; readonly pair: PairId }) {
  return (
    <Table
      caption={`Closed ${PAIRS[pair].label} candles, newest first`}
      columns={columnsOf(pair)}
      rows={candles.slice(0, -1).toReversed()}
      rowKey={(candle) => String(candle.timestamp)}
      empty="No closed candles yet"
    />
  )
}
