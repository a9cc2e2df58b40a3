import { ArrowDown, ArrowUp, ArrowUpDown, ChevronsDown, ChevronsUp, type LucideIcon, Minus } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import type { PatternDirection } from '#contract/payloads/directions.ts'
import type { StructureVolatility } from '#contract/payloads/structure.ts'
import { ANALYSIS_TIMEFRAMES, type AnalysisTimeframe, type Timeframe } from '#contract/timeframes.ts'
import { type Liveness, LIVENESS_TEXTS } from '#src/streams/index.ts'
import { Card } from '#src/ui/cards/Card.tsx'
import { cx } from '#src/ui/cx.ts'
import { formatMinuteOfDay } from '#src/ui/format/time.ts'
import { Help } from '#src/ui/overlays/Help.tsx'
import * as css from './TimeframeMatrix.css.ts'
import { agreementOf, type Matrix, type MatrixRow, type Reading } from './directions.ts'

const STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** The next cell with a button in a direction, beyond those without. */
function nextButton(from: HTMLTableCellElement, key: string): HTMLElement | null {
  const step = STEPS[key]
  const row = from.closest('tr')
  const rows = [...(from.closest('table')?.rows ?? [])]
  if (step === undefined || row === null) return null
  for (let distance = 1; ; distance += 1) {
    const cell = rows[rows.indexOf(row) + distance * step[0]]?.cells[from.cellIndex + distance * step[1]]
    if (cell === undefined) return null
    const button = cell.querySelector('button')
    if (button !== null) return button
  }
}

/** Lets the Tab key stop at one button only: the one given, or else the first. Returns it. */
function keepOneStop(table: HTMLTableElement, stop: Element | null): Element | null {
  const buttons = [...table.querySelectorAll('button')]
  const chosen = buttons.find((each) => each === stop) ?? buttons[0] ?? null
  for (const button of buttons) button.tabIndex = button === chosen ? 0 : -1
  return chosen
}

/** Makes the buttons of a table one stop of the Tab key, between which the arrow keys move. */
function useArrowKeys(): RefObject<HTMLTableElement | null> {
  const table = useRef<HTMLTableElement>(null)
  const stop = useRef<Element>(null)

  // After each rendering: buttons come and go with what is known.
  useEffect(() => {
    if (table.current) stop.current = keepOneStop(table.current, stop.current)
  })

  useEffect(() => {
    const element = table.current
    const controller = new AbortController()
    function onFocus({ target }: Event): void {
      if (element && target instanceof Element) stop.current = keepOneStop(element, target)
    }
    function onKey(event: KeyboardEvent): void {
      const cell = event.target instanceof Element ? event.target.closest('td') : null
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey
      const next = cell === null || hasModifier ? null : nextButton(cell, event.key)
      if (next === null) return
      event.preventDefault()
      next.focus()
    }
    element?.addEventListener('focusin', onFocus, { signal: controller.signal })
    element?.addEventListener('keydown', onKey, { signal: controller.signal })
    return () => controller.abort()
  }, [])
  return table
}

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
