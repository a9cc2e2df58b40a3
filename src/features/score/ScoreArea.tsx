import { Download } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { PAIRS } from '#contract/pairs.ts'
import { type KindScore, type NamedScore, SCORE_KINDS, type ScoreCard } from '#contract/score-card/schema.ts'
import { scoreText } from '#contract/score-card/text.ts'
import { wilsonInterval } from '#contract/track-records/interval.ts'
import { FEWEST_CASES } from '#contract/track-records/text.ts'
import type { Services } from '#src/app/services.ts'
import { useRemoteQuery } from '#src/app/use-remote-data.ts'
import { Card } from '#src/ui/cards/Card.tsx'
import { PageHeader } from '#src/ui/cards/PageHeader.tsx'
import { RELIABILITY_CHART_HEIGHT } from '#src/ui/charts/reliability-chart.css.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { ToggleGroup } from '#src/ui/controls/ToggleGroup.tsx'
import { download } from '#src/ui/download.ts'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx'
import { formatNumber, formatPercent, pluralize } from '#src/ui/format/number.ts'
import { Help } from '#src/ui/overlays/Help.tsx'
import { type Column, Table } from '#src/ui/table/Table.tsx'
import { useTheme } from '#src/ui/theme/ThemeProvider.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { ScoreFilters } from './ScoreFilters.tsx'
import * as css from './score.css.ts'
import type { ScoreSearch } from './search.ts'
import { className, KIND_LABELS, KIND_RULES, scoresCsv } from './texts.ts'

interface ScoreTableProps {
  readonly title: string
  readonly scores: readonly NamedScore[]
  /** Name of the first column. */
  readonly of: string
  readonly nameOf?: (name: string) => string
}

/** Greyed while there are too few cases. */
const Cell = ({ score, children }: { readonly score: NamedScore; readonly children: string }) =>
  score.count < FEWEST_CASES ? (
    <span className={css.few} title={`Fewer than ${FEWEST_CASES} cases`}>
      {children}
    </span>
  ) : (
    children
  )

function heldText({ held, count }: NamedScore): string {
  const { share, low, high } = wilsonInterval(held, count)
  return `${formatPercent(share)} (${formatPercent(low)} to ${formatPercent(high)})`
}
const shareText = (share: number | null): string => (share === null ? '–' : formatPercent(share))

const asIs = (name: string): string => name

const column = (id: string, header: string, text: (score: NamedScore) => string): Column<NamedScore> => ({
  id,
  header,
  numeric: id !== 'name',
  cell: (score) => <Cell score={score}>{text(score)}</Cell>,
})

/** [SC-41] The scores of a kind by pair, timeframe, class or month. */
export function ScoreTable({ title, scores, of, nameOf = asIs }: ScoreTableProps) {
  return (
    <Card title={title} flush>
      <Table
        caption={title}
        stacks
        columns={[
          column('name', of, ({ name }) => nameOf(name)),
          column('held', 'Held (95 %)', heldText),
          column('cases', 'Cases', ({ count }) => formatNumber(count)),
          column('claimed', 'Claimed', ({ claimed }) => shareText(claimed)),
          column('chance', 'Chance', ({ chance }) => shareText(chance)),
        ]}
        rows={scores}
        rowKey={({ name }) => name}
        empty="No closed cases yet"
      />
    </Card>
  )
}

const ReliabilityChart = lazy(() => import('#src/ui/charts/ReliabilityChart.tsx'))

const capitalize = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)
const pairLabel = (id: string): string => Object.entries(PAIRS).find(([pair]) => pair === id)?.[1].label ?? id

/** The total of a kind, its reliability, and its scores by pair, timeframe, class and month. */
function KindScores({ shown }: { readonly shown: KindScore }) {
  const { theme } = useTheme()
  const { kind, total, reliability } = shown
  return (
    <div className={layout.stack[4]}>
      <Card title={KIND_LABELS[kind]} help={<Help of={KIND_LABELS[kind]} topic="score" />}>
        <div className={layout.stack[2]}>
          <p className={total.count < FEWEST_CASES ? css.few : css.total}>{capitalize(scoreText(total))}</p>
          <p className={layout.muted}>{KIND_RULES[kind]}</p>
        </div>
      </Card>
      {reliability.length === 0 ? null : (
        <Card title="Reliability" help={<Help of="Reliability" topic="reliability" />}>
          <Suspense fallback={<Skeleton height={RELIABILITY_CHART_HEIGHT} />}>
            <ReliabilityChart bins={reliability} theme={theme} />
          </Suspense>
        </Card>
      )}
      <div className={css.tables}>
        <div className={css.wholeWidth}>
          <ScoreTable title="By class" of="Class" scores={shown.classes} nameOf={className} />
        </div>
        <ScoreTable title="By pair" of="Pair" scores={shown.pairs} nameOf={pairLabel} />
        {shown.timeframes.length === 0 ? null : (
          <ScoreTable title="By timeframe" of="Timeframe" scores={shown.timeframes} />
        )}
        <ScoreTable title="By month" of="Month" scores={shown.months} />
      </div>
    </div>
  )
}

interface NoCasesProps {
  readonly search: ScoreSearch
  readonly onClear: () => void
  readonly onDashboard: () => void
  /** Leads to the import of past candles; undefined for users who may not import any. */
  readonly onImport: (() => void) | undefined
}

/** Nothing to score, because of the filters or so far, with what to do. */
function NoCases({ search: { kind = 'level', ...filters }, onClear, onDashboard, onImport }: NoCasesProps) {
  const isFiltered = Object.values(filters).some((value) => value !== undefined)
  return (
    <Card title={KIND_LABELS[kind]}>
      {isFiltered ? (
        <EmptyState
          title="No closed cases with these filters"
          action={<Button onClick={onClear}>Clear Filters</Button>}
        />
      ) : (
        <EmptyState
          title="No closed cases yet"
          action={
            <div className={layout.wrap[2]}>
              {onImport === undefined ? null : (
                <Button variant="primary" onClick={onImport}>
                  Import past candles
                </Button>
              )}
              <Button onClick={onDashboard}>See what is published now</Button>
            </div>
          }
        >
          What is published now is scored within ten candles or a few hours, and appears here by itself. Past months are
          scored as soon as their candles are imported{onImport === undefined ? ' by an administrator' : ''}.
        </EmptyState>
      )}
    </Card>
  )
}

const EVERY_MS = 60_000
const KINDS = SCORE_KINDS.map((id) => ({ id, label: KIND_LABELS[id] }))

interface ContentProps extends Omit<ScoreAreaProps, 'scoreCard'> {
  readonly card: ScoreCard
}

function Content({ card, search, go, ...leave }: ContentProps) {
  const kind = search.kind ?? 'level'
  const shown = card.kinds.find((each) => each.kind === kind)
  if (shown === undefined) return null
  const { waiting, sources } = card.past
  const facts = [
    ...(sources.length === 0 ? [] : [`Past months from ${sources.join(', ')}, each from one source`]),
    ...(waiting === 0 ? [] : [`${pluralize(waiting, 'past month')} still to be counted`]),
  ]
  return (
    <div className={layout.stack[4]}>
      <Card
        title="Shown cases"
        help={<Help of="Shown cases" topic="cases" />}
        trailing={
          <Button
            size="small"
            icon={<Download size={14} aria-hidden="true" />}
            onClick={() => download(`score-card-${kind}.csv`, 'text/csv', scoresCsv(shown))}
          >
            Export CSV
          </Button>
        }
        footer={facts.length === 0 ? undefined : <span>{facts.join(' · ')}</span>}
      >
        <div className={layout.stack[3]}>
          <ToggleGroup
            label="Kind"
            options={KINDS}
            value={kind}
            onChange={(next) => go({ ...search, kind: next, class: undefined })}
          />
          <ScoreFilters card={card} shown={shown} search={search} go={go} />
        </div>
      </Card>
      {shown.total.count === 0 ? (
        <NoCases search={search} onClear={() => go({ kind })} {...leave} />
      ) : (
        <KindScores shown={shown} />
      )}
    </div>
  )
}

interface ScoreAreaProps {
  readonly scoreCard: Services['scoreCard']
  readonly search: ScoreSearch
  readonly go: (search: ScoreSearch) => void
  /** Leaves for the dashboard. */
  readonly onDashboard: () => void
  /** Leaves for the import of past candles; undefined for users who may not import any. */
  readonly onImport: (() => void) | undefined
}

/** How often what was published came true. */
export function ScoreArea({ scoreCard, search, ...changes }: ScoreAreaProps) {
  const { kind = 'level', timeframe, ...query } = search
  // Levels belong to no timeframe.
  const data = useRemoteQuery(scoreCard, kind === 'level' ? query : { ...query, timeframe }, EVERY_MS)
  return (
    <div className={layout.stack[4]}>
      <PageHeader title="Score-card" subtitle="How often published levels, patterns, regimes and breaks held" />
      <AsyncContent data={data} loading="Loading scores..." failed="Failed to load the score-card" lines={8}>
        {(card) => <Content card={card} search={search} {...changes} />}
      </AsyncContent>
    </div>
  )
}
