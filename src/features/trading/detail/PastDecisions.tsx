import { Download } from 'lucide-react'
import { useMemo } from 'react'
import { csvLine } from '#contract/csv.ts'
import { STRATEGY } from '#contract/limits.ts'
import { parsePair } from '#contract/pairs.ts'
import type { PastDecision, PricePoint } from '#contract/strategies/decisions.ts'
import { DECISION_TYPES, type DecisionType } from '#contract/strategies/names.ts'
import { toMillis } from '#contract/time.ts'
import type { DecisionFilter } from '#src/app/services.ts'
import { useMutation } from '#src/app/use-mutation.ts'
import { useRemoteData } from '#src/app/use-remote-data.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { ToggleGroup } from '#src/ui/controls/ToggleGroup.tsx'
import { PriceChange } from '#src/ui/data/PriceChange.tsx'
import { download } from '#src/ui/download.ts'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx'
import { Select } from '#src/ui/fields/Select.tsx'
import { formatPrice } from '#src/ui/format/number.ts'
import { formatDateTime, formatExact } from '#src/ui/format/time.ts'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { DECISION_HOURS } from '../search.ts'
import { useMarketNow, useTradingContext } from '../trading-context.ts'
import { DecisionTime, WhyToggle } from './DecisionParts.tsx'
import { ShowOnChart } from './ShowOnChart.tsx'
import * as css from './detail.css.ts'

const WIDTH = 600
const HEIGHT = 96
const MARGIN = 10
const MARK = 5

interface PriceLineProps {
  /** Oldest first. */
  readonly prices: readonly PricePoint[]
  readonly decisions: readonly PastDecision[]
}

/** The price since the oldest decision listed, with a mark at each BUY and SELL. The list below says the same in words. */
function PriceLine({ prices, decisions }: PriceLineProps) {
  const [first, last] = [prices[0], prices.at(-1)]
  if (!first || !last || first === last) return null
  const acts = decisions.filter(({ decision_type: type, price }) => type !== 'HOLD' && price !== null)
  const values = [...prices.map(({ price }) => price), ...acts.flatMap(({ price }) => price ?? [])]
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const [start, end] = [toMillis(first.at), toMillis(last.at)]
  const x = (at: number) => MARGIN + ((WIDTH - 2 * MARGIN) * (at - start)) / (end - start)
  const y = (price: number) => HEIGHT - MARGIN - ((HEIGHT - 2 * MARGIN) * (price - low)) / (high - low || 1)
  const count = (type: string) => acts.filter(({ decision_type: each }) => each === type).length
  return (
    <figure className={css.figure}>
      <svg className={css.chart} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        <polyline
          className={css.line}
          points={prices.map(({ at, price }) => `${x(toMillis(at))},${y(price)}`).join(' ')}
        />
        {acts.map(({ id, decision_type: type, timestamp, price }) => {
          const [left, top] = [x(toMillis(timestamp)), y(price ?? low)]
          const tip = type === 'BUY' ? -MARK : MARK
          return (
            <polygon
              key={id}
              className={type === 'BUY' ? css.buy : css.sell}
              points={`${left},${top + tip} ${left - MARK},${top - tip} ${left + MARK},${top - tip}`}
            />
          )
        })}
      </svg>
      <figcaption className={layout.quiet}>
        Price from {formatDateTime(start)} to {formatExact(end)}, with ▲ {count('BUY')} BUY and ▼ {count('SELL')} SELL
      </figcaption>
    </figure>
  )
}

const HEADER = [
  'time',
  'pair',
  'decision',
  'confidence',
  'strength',
  'price',
  ...STRATEGY.backtestHorizons.map((minutes) => `change_percent_${minutes}_min_later`),
  'version',
]

/** Decisions as CSV, one a line: times in UTC, changes in percent of the price, empty where unknown. */
export function decisionsCsv(decisions: readonly PastDecision[]): string {
  const rows = decisions.map((decision) => [
    new Date(toMillis(decision.timestamp)).toISOString(),
    decision.symbol,
    decision.decision_type,
    decision.confidence,
    decision.strength,
    decision.price ?? '',
    ...STRATEGY.backtestHorizons.map(
      (minutes) => decision.later.find((each) => each.after_minutes === minutes)?.change ?? '',
    ),
    decision.version_number,
  ])
  return [HEADER, ...rows].map(csvLine).join('')
}

type TypeFilter = DecisionType | 'All'
const TYPE_FILTERS = (['All', ...DECISION_TYPES] as const).map((type) => ({ id: type, label: type }))
const ALL_STORED = 'all'
const PERIODS = [
  { id: ALL_STORED, label: 'All stored' },
  ...DECISION_HOURS.map((hours) => ({
    id: String(hours),
    label: hours === 1 ? 'Last hour' : `Last ${hours} hours`,
  })),
]

/** The price at a decision, and what it did afterwards. */
function Consequences({ decision: { symbol, price, later } }: { readonly decision: PastDecision }) {
  return (
    <span className={css.consequences}>
      <span>{price === null ? 'No price stored' : formatPrice(price, parsePair(symbol))}</span>
      {later.map(({ after_minutes: minutes, change }) => (
        <span key={minutes} className={css.consequence}>
          <span className={layout.quiet}>{minutes} min later</span>{' '}
          {change === null ? <span className={layout.quiet}>not known</span> : <PriceChange percent={change} />}
        </span>
      ))}
    </span>
  )
}

/** So many decisions in a row to hold are one line. */
const FEWEST_HOLDS = 3

/** Decisions in their order; those to hold that follow one another are together. */
function runsOf(decisions: readonly PastDecision[]): readonly (readonly PastDecision[])[] {
  const runs: PastDecision[][] = []
  for (const decision of decisions) {
    const run = runs.at(-1)
    if (decision.decision_type === 'HOLD' && run?.[0]?.decision_type === 'HOLD') run.push(decision)
    else runs.push([decision])
  }
  return runs
}

function Row({ id, decision }: { readonly id: string; readonly decision: PastDecision }) {
  const now = useMarketNow()
  return (
    <li className={css.row}>
      <DecisionTime decision={decision} now={now} />
      <Consequences decision={decision} />
      <ShowOnChart decision={decision} />
      <WhyToggle strategyId={id} decision={decision} />
    </li>
  )
}

/** Decisions that changed nothing, in one line that unfolds. */
function Holds({ id, run }: { readonly id: string; readonly run: readonly PastDecision[] }) {
  const [newest, oldest] = [run[0], run.at(-1)]
  if (!newest || !oldest) return null
  return (
    <li>
      <details>
        <summary>
          {run.length} × HOLD, {formatDateTime(toMillis(oldest.timestamp))} to{' '}
          {formatDateTime(toMillis(newest.timestamp))}
        </summary>
        <ol className={css.past}>
          {run.map((decision) => (
            <Row key={decision.id} id={id} decision={decision} />
          ))}
        </ol>
      </details>
    </li>
  )
}

function List({ id, filter }: { readonly id: string; readonly filter: DecisionFilter }) {
  const { feeds } = useTradingContext()
  const data = useRemoteData(useMemo(() => feeds.decisions(id, filter), [feeds, id, filter]))
  return (
    <AsyncContent
      data={data}
      loading={<Skeleton height="132px" />}
      failed="Failed to load past decisions"
      renderStale={() => null}
    >
      {({ decisions, prices }) =>
        decisions.length === 0 ? (
          <p className={layout.quiet}>No decisions yet.</p>
        ) : (
          <>
            <PriceLine prices={prices} decisions={decisions} />
            <ol className={css.past}>
              {runsOf(decisions).map((run) =>
                run.length < FEWEST_HOLDS || filter.type === 'HOLD' ? (
                  run.map((decision) => <Row key={decision.id} id={id} decision={decision} />)
                ) : (
                  <Holds key={run.at(-1)?.id} id={id} run={run} />
                ),
              )}
            </ol>
          </>
        )
      }
    </AsyncContent>
  )
}

interface PastDecisionsProps {
  readonly id: string
  /** Of this version only. */
  readonly versionNumber?: number | undefined
}

/** The newest decisions with their consequences: filtered by type and period, on a price line, and as CSV. */
export function PastDecisions({ id, versionNumber }: PastDecisionsProps) {
  const { commands, address } = useTradingContext()
  const { dialogs } = useOverlays()
  const { type, hours } = address.search
  const filter = useMemo((): DecisionFilter => ({ type, hours, versionNumber }), [type, hours, versionNumber])
  const { mutate, isPending } = useMutation(commands.pastDecisions)

  const chooseType = (chosen: TypeFilter) => address.filter({ type: chosen === 'All' ? undefined : chosen })

  async function exportCsv() {
    const result = await mutate(id, filter)
    if (result?.ok === true) download('decisions.csv', 'text/csv', decisionsCsv(result.value.decisions))
    else if (result) await dialogs.alert({ title: `Failed to export decisions: ${result.error.text}` })
  }

  return (
    <>
      <div className={css.filters}>
        <ToggleGroup label="Type of decision" options={TYPE_FILTERS} value={type ?? 'All'} onChange={chooseType} />
        <Select
          label="Period"
          options={PERIODS}
          value={hours === undefined ? ALL_STORED : String(hours)}
          onChange={(period) => address.filter({ hours: DECISION_HOURS.find((each) => String(each) === period) })}
        />
        <Button
          className={css.end}
          icon={<Download size={14} aria-hidden="true" />}
          busy={isPending}
          onClick={() => void exportCsv()}
        >
          Export CSV
        </Button>
      </div>
      <List key={`${type} ${hours} ${versionNumber}`} id={id} filter={filter} />
    </>
  )
}
