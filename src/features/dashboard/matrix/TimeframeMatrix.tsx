import { ArrowDown, ArrowUp, ArrowUpDown, Minus, type LucideIcon } from 'lucide-react'
import { ANALYSIS_TIMEFRAMES, type AnalysisTimeframe } from '#contract/timeframes.ts'
import { Card } from '#src/ui/cards/Card.tsx'
import { LIVENESS_TEXTS, type Liveness } from '#src/streams/index.ts'
import { cx } from '#src/ui/cx.ts'
import { formatClock } from '#src/ui/format/time.ts'
import { zoneName } from '#src/ui/format/regional.ts'
import { agreementOf, type MatrixDirection, type MatrixRow, type TimedReading } from './directions.ts'
import * as css from './TimeframeMatrix.css.ts'

const ICONS: Record<MatrixDirection, LucideIcon> = {
  bullish: ArrowUp,
  bearish: ArrowDown,
  mixed: ArrowUpDown,
  neutral: Minus,
}

export interface TimeframeMatrixProps {
  readonly rows: readonly MatrixRow[]
  /** Of the analysis: what is not live has no colours, and the reason in place of the agreement. */
  readonly liveness: Liveness
  /** Shows the card that says more about a cell. */
  readonly onOpen: (card: MatrixRow['card']) => void
}

const sinceOf = ({ since, sinceAtLeast }: TimedReading): string =>
  since === undefined ? '' : `, since ${formatClock(since)} ${zoneName(since)}${sinceAtLeast ? ' or earlier' : ''}`

function Cell({
  row,
  timeframe,
  onOpen,
}: {
  readonly row: MatrixRow
  readonly timeframe: AnalysisTimeframe
  readonly onOpen: TimeframeMatrixProps['onOpen']
}) {
  const reading = row.readings[timeframe]
  if (reading === undefined) return <td className={css.cell}>–</td>
  const Icon = ICONS[reading.direction]
  return (
    <td className={css.cell}>
      <button
        type="button"
        className={css.reading[reading.direction]}
        aria-label={`${row.source} ${timeframe}: ${reading.direction}${sinceOf(reading)}. ${reading.detail}`}
        title={`${reading.detail}${sinceOf(reading)}`}
        onClick={() => onOpen(row.card)}
      >
        <Icon size={14} aria-hidden="true" />
        <span className={css.word}>{reading.direction}</span>
      </button>
    </td>
  )
}

/** Where each source points on each timeframe, and where they agree. A cell shows its card. */
export function TimeframeMatrix({ rows, liveness, onOpen }: TimeframeMatrixProps) {
  const interruption = LIVENESS_TEXTS[liveness]
  return (
    <Card title="All timeframes" subtitle={interruption ?? agreementOf(rows)} flush>
      <table className={cx(css.table, interruption !== undefined && css.notLive)}>
        <thead>
          <tr>
            <th scope="col" className={css.corner}>
              Source
            </th>
            {ANALYSIS_TIMEFRAMES.map((timeframe) => (
              <th key={timeframe} scope="col" className={css.column}>
                {timeframe}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.source}>
              <th scope="row" className={css.source}>
                {row.source}
              </th>
              {ANALYSIS_TIMEFRAMES.map((timeframe) => (
                <Cell key={timeframe} {...{ row, timeframe, onOpen }} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}
