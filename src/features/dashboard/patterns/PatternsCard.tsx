import { humanize } from '#src/analysis/fields.ts'
import type { HighlightModel, PatternsModel } from '#src/analysis/patterns.ts'
import { cx } from '#src/ui/cx.ts'
import { Badge } from '#src/ui/text/Badge.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { KeyValueList } from '#src/ui/data/KeyValueList.tsx'
import { formatMoveSize, formatPercent } from '#src/ui/format/number.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import { BIAS_TONES } from '#src/ui/theme/market-tones.ts'
import { createAnalysisCard, type BodyProps } from '../card/AnalysisCard.tsx'
import { ScoreMeters, TimeframeBadge } from '../card/blocks.tsx'
import { block, end, facts, line, strong } from '../card/card.css.ts'
import { BODY_HEIGHTS } from '../card/heights.ts'
import { Headline } from '../card/Headline.tsx'
import { contextRows } from './context.ts'
import { PatternList } from './PatternList.tsx'
import * as css from './patterns.css.ts'

const TIMEFRAMES_SHOWN = 3

function Highlight({ highlight }: { readonly highlight: HighlightModel | undefined }) {
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
          {formatMoveSize(expectedMove)}
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

function Body({ model, header }: BodyProps<PatternsModel>) {
  const { summary, bias, highlight, groups } = model
  const context = contextRows(model.context, header)
  const hidden = groups.slice(TIMEFRAMES_SHOWN).map(({ timeframe }) => timeframe)
  return (
    <>
      <Headline confidence={summary.confidence}>
        <Badge shape="pill" tone={BIAS_TONES[bias]}>
          {humanize(bias)}
        </Badge>{' '}
        {highlight === undefined ? 'bias' : `bias, ${highlight.name}`}
      </Headline>
      <ScoreMeters
        scores={[
          ['Confidence', summary.confidence],
          ['Alignment', summary.alignment],
          ['Bias strength', summary.biasStrength],
        ]}
      />
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
export const PatternsCard = createAnalysisCard<PatternsModel>({
  title: 'Pattern Recognition',
  heights: BODY_HEIGHTS.patterns,
  Badges: ({ dominantTimeframe }) => <TimeframeBadge title="Dominant timeframe" timeframe={dominantTimeframe} />,
  Body,
})
