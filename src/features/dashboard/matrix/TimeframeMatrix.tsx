import { ArrowDown, ArrowUp, ArrowUpDown, ChevronsDown, ChevronsUp, Minus, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PatternDirection } from '#contract/analysis/directions.ts'
import type { StructureVolatility } from '#contract/analysis/structure.ts'
import { ANALYSIS_TIMEFRAMES, type AnalysisTimeframe, type Timeframe } from '#contract/timeframes.ts'
import { Card } from '#src/ui/cards/Card.tsx'
import { LIVENESS_TEXTS, type Liveness } from '#src/streams/index.ts'
import { cx } from '#src/ui/cx.ts'
import { formatMinuteOfDay } from '#src/ui/format/time.ts'
import { Help } from '#src/ui/overlays/Help.tsx'
import { agreementOf, type Matrix, type MatrixRow, type Reading } from './directions.ts'
import * as css from './TimeframeMatrix.css.ts'
import { useArrowKeys } from './useArrowKeys.ts'

const ICONS: Record<PatternDirection, LucideIcon> = {
  bullish: ArrowUp,
  bearish: ArrowDown,
  mixed: ArrowUpDown,
  neutral: Minus,
}
const VOLATILITY_ICONS: Record<StructureVolatility, LucideIcon> = {
  low: ChevronsDown,
  normal: Minus,
  high: ChevronsUp,
}

type OpenCard = (card: MatrixRow['card']) => void

export interface TimeframeMatrixProps {
  readonly matrix: Matrix
  /** The timeframe of the chart, whose column is marked. */
  readonly chosen?: Timeframe | undefined
  /** Of the analysis: what is not live has no colours, and the reason in place of the agreement. */
  readonly liveness: Liveness
  /** Shows the card that says more about a cell. */
  readonly onOpen: OpenCard
}

const sinceOf = ({ since }: Reading, at: number | undefined): string =>
  since === undefined ? '' : `, since ${formatMinuteOfDay(since.at, at)}${since.orEarlier ? ' or earlier' : ''}`

/** A line of the table. */
const Row = (props: { readonly name: string; readonly children: ReactNode }) => (
  <tr>
    <th scope="row" className={css.source}>
      {props.name}
    </th>
    {props.children}
  </tr>
)

const Cell = ({ children }: { readonly children: ReactNode }) => <td className={css.cell}>{children ?? '–'}</td>

interface CellProps {
  readonly timeframe: AnalysisTimeframe
  readonly onOpen: OpenCard
}

interface DirectionProps extends CellProps {
  readonly row: MatrixRow
  readonly reading: Reading
  readonly at: number | undefined
}

function Direction({ row, reading, at, timeframe, onOpen }: DirectionProps) {
  const Icon = ICONS[reading.direction]
  const since = sinceOf(reading, at)
  return (
    <button
      type="button"
      className={css.reading[reading.direction]}
      aria-label={`${row.source} ${timeframe}: ${reading.direction}${since}. ${reading.detail}`}
      title={`${reading.detail}${since}`}
      onClick={() => onOpen(row.card)}
    >
      <Icon size={14} aria-hidden="true" />
      <span className={css.word}>{reading.direction}</span>
    </button>
  )
}

function Volatility({ volatility, timeframe, onOpen }: CellProps & { volatility: StructureVolatility }) {
  const Icon = VOLATILITY_ICONS[volatility]
  return (
    <button
      type="button"
      className={css.volatility}
      aria-label={`Volatility ${timeframe}: ${volatility}`}
      title={`Volatility ${volatility}, against the last 480 candles`}
      onClick={() => onOpen('confluence')}
    >
      <Icon size={14} aria-hidden="true" />
      <span className={css.word}>{volatility}</span>
    </button>
  )
}

/** Where each source points on each timeframe, where they agree, and how volatile it is. A cell shows its card. */
export function TimeframeMatrix({ matrix, chosen, liveness, onOpen }: TimeframeMatrixProps) {
  const { rows, volatilities, at } = matrix
  const interruption = LIVENESS_TEXTS[liveness]
  const table = useArrowKeys()
  return (
    <Card title="Market Analytics Dashboard" help={<Help of="Market Analytics Dashboard" topic="matrix" />} flush>
      <p className={css.agreement} data-testid="agreement">
        {interruption ?? agreementOf(rows)}
      </p>
      <table
        ref={table}
        className={cx(css.table, interruption !== undefined && css.notLive)}
        aria-label="Directions and volatility by timeframe"
      >
        <thead>
          <tr>
            <th scope="col" className={css.corner}>
              Source
            </th>
            {ANALYSIS_TIMEFRAMES.map((timeframe) => (
              <th
                key={timeframe}
                scope="col"
                className={css.column}
                aria-current={timeframe === chosen ? 'true' : undefined}
              >
                {timeframe}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.source} name={row.source}>
              {ANALYSIS_TIMEFRAMES.map((timeframe) => {
                const reading = row.readings[timeframe]
                return (
                  <Cell key={timeframe}>{reading && <Direction {...{ row, reading, at, timeframe, onOpen }} />}</Cell>
                )
              })}
            </Row>
          ))}
          <Row name="Volatility">
            {ANALYSIS_TIMEFRAMES.map((timeframe) => {
              const volatility = volatilities[timeframe]
              return <Cell key={timeframe}>{volatility && <Volatility {...{ volatility, timeframe, onOpen }} />}</Cell>
            })}
          </Row>
        </tbody>
      </table>
    </Card>
  )
}
