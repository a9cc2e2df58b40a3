import { cx } from '#src/ui/cx.ts'
import { Badge } from '#src/ui/display/Badge.tsx'
import { PriceChange } from '#src/ui/display/PriceChange.tsx'
import { EmptyState } from '#src/ui/display/EmptyState.tsx'
import { KeyValueList } from '#src/ui/display/KeyValueList.tsx'
import { Meter } from '#src/ui/display/Meter.tsx'
import { formatPercent } from '#src/ui/format/number.ts'
import { ANALYZING, AnalysisCard, READY, type AnalysisProps } from '../card/AnalysisCard.tsx'
import { block, end, facts, line, meters, strong } from '../card/card.css.ts'
import { BIAS_TONES } from '../card/tones.ts'
import { BODY_HEIGHTS } from '../card/heights.ts'
import { Headline } from '../card/Headline.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { humanize } from '#contract/analysis/payload-fields.ts'
import { PatternList } from './PatternList.tsx'
import * as css from './patterns.css.ts'
import type { HighlightView, PatternsView } from './view.ts'

const TIMEFRAMES_SHOWN = 3

function Highlight({ highlight }: { readonly highlight: HighlightView | undefined }) {
  if (highlight === undefined) return <p className={css.noHighlight}>No pattern stands out</p>
  const { name, timeframe, confidence, expectedMove, insight } = highlight
  return (
    <section className={css.highlight} aria-label="Highlighted pattern">
      <div className={line}>
        <span className={strong}>{name}</span>
        {timeframe === undefined ? null : <Badge>{timeframe}</Badge>}
      </div>
      <div className={line}>
        <span className={layout.quiet}>{formatPercent(confidence)} confidence</span>
        <span className={cx(line, end)}>
          <span className={layout.quiet}>
            <span className={css.expectedWord}>Expected </span>move{' '}
          </span>
          <PriceChange percent={expectedMove ?? null} />
        </span>
      </div>
      {insight === undefined ? null : (
        <p className={css.insight} title={insight}>
          {insight}
        </p>
      )}
    </section>
  )
}

function Body({ view }: { readonly view: PatternsView }) {
  const { summary, bias, highlight, context, groups } = view
  const hidden = groups.slice(TIMEFRAMES_SHOWN).map(({ timeframe }) => timeframe)
  return (
    <>
      <Headline confidence={summary.confidence}>
        <Badge shape="pill" tone={BIAS_TONES[bias]}>
          {humanize(bias)}
        </Badge>{' '}
        {highlight === undefined ? 'bias' : `bias, ${highlight.name}`}
      </Headline>
      <div className={meters}>
        <Meter label="Confidence" value={summary.confidence} text={formatPercent(summary.confidence)} inline />
        <Meter label="Alignment" value={summary.alignment} text={formatPercent(summary.alignment)} inline />
        <Meter label="Bias strength" value={summary.biasStrength} text={formatPercent(summary.biasStrength)} inline />
      </div>
      <Highlight highlight={highlight} />
      <section className={cx(block, facts, css.context)} aria-label="Market context">
        <h4 className={layout.quiet}>Market context</h4>
        {context.length === 0 ? <p className={layout.quiet}>No context</p> : <KeyValueList items={context} />}
      </section>
      <div className={css.groups}>
        {groups.length === 0 ? <EmptyState title="No significant patterns detected" /> : null}
        {groups.slice(0, TIMEFRAMES_SHOWN).map((group) => (
          <PatternList key={group.timeframe} group={group} />
        ))}
        {hidden.length === 0 ? null : <p className={layout.quiet}>Also patterns on {hidden.join(', ')}</p>}
      </div>
    </>
  )
}

/** Chart patterns and their combined bias. */
export function PatternsCard({ model, trust, onOpen }: AnalysisProps<PatternsView>) {
  const view = model?.view
  return (
    <AnalysisCard
      title="Pattern Recognition"
      model={model}
      trust={trust}
      state={view ? READY : ANALYZING}
      badges={view?.dominantTimeframe ? <Badge title="Dominant timeframe">{view.dominantTimeframe}</Badge> : null}
      body={BODY_HEIGHTS.patterns}
      onOpen={onOpen}
    >
      {view ? <Body view={view} /> : null}
    </AnalysisCard>
  )
}
