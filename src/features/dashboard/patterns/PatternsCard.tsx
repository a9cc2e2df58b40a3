import type { Bias } from '#contract/payloads/fields.ts'
import type { AnalysisTimeframe } from '#contract/timeframes.ts'
import { type Direction, humanize, toTimeframe } from '#src/analysis/fields.ts'
import { MEANINGS } from '#src/analysis/meanings.ts'
import { isAgainst, type PatternsModel } from '#src/analysis/patterns.ts'
import type { PayloadHeader } from '#src/analysis/payload.ts'
import type { PlainValue } from '#src/analysis/plain-values.ts'
import { biasRecord, hasNoEdge, highlightRecord, patternConfidenceRecord } from '#src/analysis/records.ts'
import { useRecords } from '#src/app/services.ts'
import { useDashboardView } from '#src/app/use-dashboard-view.ts'
import { cx } from '#src/ui/cx.ts'
import { Figure } from '#src/ui/data/Figure.tsx'
import { KeyValueList } from '#src/ui/data/KeyValueList.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { formatMoveSize, formatNumber, formatPercent, formatPrice } from '#src/ui/format/number.ts'
import { Badge } from '#src/ui/text/Badge.tsx'
import { VisuallyHidden } from '#src/ui/text/VisuallyHidden.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { type BodyProps, createAnalysisCard } from '../card/AnalysisCard.tsx'
import { DirectionBadge } from '../card/DirectionBadge.tsx'
import { DirectionIcon } from '../card/DirectionIcon.tsx'
import { RecordHeadline } from '../card/Headline.tsx'
import { ScoreMeters } from '../card/blocks.tsx'
import { block, end, facts, line, strong } from '../card/card.css.ts'
import { ALL_TIMEFRAMES, patternAhead, type Scope } from '../card/scope.ts'
import { ScoreLine } from '../scores/ScoreLine.tsx'
import { withLead } from '../view/lead.ts'
import { PatternList } from './PatternList.tsx'
import * as css from './patterns.css.ts'

function formatValue({ name, value }: PlainValue, { pair }: PayloadHeader): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'string') return humanize(value)
  if (name === 'volume_ratio') return `${formatNumber(value, 2)}× average`
  return /support|resistance|price|level/.test(name) ? formatPrice(value, pair) : formatNumber(value, 2)
}

/** In the heading, and first in the lists of support and resistance. */
const SHOWN_ELSEWHERE = new Set(['timeframe', 'nearest_support', 'nearest_resistance'])

/** Timeframe that the market context is of. */
function contextTimeframe(context: PatternsModel['context']): AnalysisTimeframe | undefined {
  const sent = typeof context === 'string' ? undefined : context.find(({ name }) => name === 'timeframe')
  return toTimeframe(sent?.value)
}

/** Market context of the patterns as formatted rows. */
export const contextRows = (context: PatternsModel['context'], header: PayloadHeader) =>
  typeof context === 'string'
    ? [{ label: 'Context', value: context }]
    : context
        .filter(({ name }) => !SHOWN_ELSEWHERE.has(name))
        .map((each) => ({ label: each.label, value: formatValue(each, header) }))

const TIMEFRAMES_SHOWN = 3
const FIGURES = MEANINGS.patterns
/** After which the bias of all patterns is judged. */
const BIAS_AHEAD_MINUTES = 60

type Header = BodyProps<never>['header']

/** Direction of the highlighted pattern, which its group knows. */
function highlightDirection({ highlight, groups }: PatternsModel): Direction {
  const group = groups.find(({ timeframe }) => timeframe === highlight?.timeframe)
  return group?.patterns.find(({ name }) => name === highlight?.name)?.direction ?? 'none'
}

const biasOf = (direction: Direction): Bias => (direction === 'none' ? 'neutral' : direction)

/** What the headline is about: the highlighted pattern, or all of them. */
function scopeOf({ highlight }: PatternsModel): Scope {
  if (highlight === undefined) return { timeframe: ALL_TIMEFRAMES, aheadMinutes: BIAS_AHEAD_MINUTES }
  const { timeframe } = highlight
  return { timeframe, aheadMinutes: timeframe === undefined ? BIAS_AHEAD_MINUTES : patternAhead(timeframe) }
}

function Highlight({ model, pair }: { readonly model: PatternsModel } & Pick<Header, 'pair'>) {
  const records = useRecords()
  const { highlight, bias } = model
  if (highlight === undefined) return <p className={css.noHighlight}>No pattern stands out</p>
  const { name, timeframe, confidence, expectedMove, insight } = highlight
  return (
    <section className={css.highlight} aria-label="Highlighted pattern">
      <div className={line}>
        <span className={strong}>{name}</span>
        {timeframe === undefined ? null : <Badge>{timeframe}</Badge>}
        {isAgainst(highlightDirection(model), bias) ? (
          <span className={end}>
            <Badge tone="warning" title={`All patterns together are ${bias}`}>
              against the {bias} bias
            </Badge>
          </span>
        ) : null}
      </div>
      <div className={line}>
        <Figure
          className={layout.quiet}
          meaning={{ ...FIGURES.Confidence, record: patternConfidenceRecord(records, pair, highlight)?.text }}
        >
          {formatPercent(confidence)} confidence
        </Figure>
        <Figure className={cx(line, end)} meaning={FIGURES['Expected move']}>
          <span className={layout.quiet}>
            <span className={css.expectedWord}>Expected </span>move{' '}
          </span>
          {formatMoveSize(expectedMove)}
        </Figure>
      </div>
      {insight === undefined ? null : (
        <p className={css.insight} title={insight}>
          {insight}
        </p>
      )}
    </section>
  )
}

/** Arrow of a direction that the badge does not name. */
const Direction = ({ bias }: { readonly bias: Bias }) => (
  <>
    <DirectionIcon direction={bias === 'neutral' ? 'none' : bias} />
    <VisuallyHidden>{humanize(bias)}</VisuallyHidden>{' '}
  </>
)

/** Where all patterns together point, which single ones may be against. */
const AllPatterns = ({ bias }: { readonly bias: Bias }) => (
  <p className={line}>
    <span className={layout.quiet}>All patterns together</span>
    <span className={cx(line, end)}>
      <DirectionIcon direction={bias === 'neutral' ? 'none' : bias} />
      {bias} bias
    </span>
  </p>
)

function Body({ model, header }: BodyProps<PatternsModel>) {
  const { summary, bias, highlight } = model
  const groups = withLead(model.groups, useDashboardView().timeframe)
  const records = useRecords()
  const ofBias = bias === 'neutral' ? undefined : biasRecord(records, header.pair, model)
  const record = highlight === undefined ? ofBias : highlightRecord(records, header.pair, model)
  const direction = highlight === undefined ? bias : biasOf(highlightDirection(model))
  const context = contextRows(model.context, header)
  const contextOf = contextTimeframe(model.context)
  const hidden = groups.slice(TIMEFRAMES_SHOWN).map(({ timeframe }) => timeframe)
  return (
    <>
      <RecordHeadline figures={FIGURES} record={record} scope={scopeOf(model)}>
        <DirectionBadge bias={direction} record={record} />{' '}
        {highlight === undefined ? (
          hasNoEdge(record) ? (
            `${humanize(bias)} bias`
          ) : (
            'bias'
          )
        ) : (
          <>
            {hasNoEdge(record) ? <Direction bias={direction} /> : null}
            {highlight.name}
          </>
        )}
      </RecordHeadline>
      <div className={css.parts}>
        <div className={css.part}>
          <ScoreMeters
            figures={FIGURES}
            records={{ Confidence: ofBias?.text }}
            scores={[
              ['Confidence', summary.confidence],
              ['Alignment', summary.alignment],
              ['Bias strength', summary.biasStrength],
            ]}
          />
          <p className={layout.quiet}>Confidence counts evidence, not odds.</p>
          <AllPatterns bias={bias} />
          <Highlight model={model} pair={header.pair} />
          <section className={cx(block, facts, css.context)} aria-label="Market context">
            <h4 className={layout.quiet}>Market context{contextOf === undefined ? '' : ` · ${contextOf}`}</h4>
            {context.length === 0 ? <p className={layout.quiet}>No context</p> : <KeyValueList items={context} />}
          </section>
        </div>
        <div className={css.groups}>
          {groups.length === 0 ? <EmptyState title="No significant patterns detected" /> : null}
          {groups.slice(0, TIMEFRAMES_SHOWN).map((group) => (
            <PatternList key={group.timeframe} {...{ group, bias }} pair={header.pair} />
          ))}
          {hidden.length === 0 ? null : <p className={layout.quiet}>Also patterns on {hidden.join(', ')}</p>}
        </div>
      </div>
      <ScoreLine kind="pattern" />
    </>
  )
}

/** Chart patterns and their combined bias. */
export const PatternsCard = createAnalysisCard<PatternsModel>({ name: 'patterns', Body })
