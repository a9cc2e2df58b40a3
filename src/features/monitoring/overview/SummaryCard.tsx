import { marketDisplayMs, marketTime, type MarketSnapshot, type StreamSummary } from '#src/streams/index.ts'
import { cx } from '#src/ui/cx.ts'
import { Card } from '#src/ui/cards/Card.tsx'
import { useNow } from '#src/ui/format/useNow.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import { zoneName } from '#src/ui/format/regional.ts'
import { Help } from '#src/ui/overlays/Help.tsx'
import type { ConnectionSummary } from '#src/machines/connection/selectors.ts'
import { summaryTotals } from './totals.ts'
import * as css from './overview.css.ts'
import { tone as toneClass } from '#src/ui/theme/color.css.ts'

export interface SummaryCardProps {
  readonly summary: StreamSummary
  readonly connections: readonly ConnectionSummary[]
  /** Undefined until it is known. */
  readonly market: MarketSnapshot | undefined
}

/** Six totals of all streams. */
export function SummaryCard({ summary, connections, market }: SummaryCardProps) {
  const wallNow = useNow(marketDisplayMs(market))
  const now = market === undefined ? wallNow : marketTime(market, wallNow)
  return (
    <Card
      title="System Summary"
      subtitle={`times in ${zoneName()}`}
      help={<Help of="System Summary" topic="summary" />}
    >
      <dl className={css.totals}>
        {summaryTotals(summary, connections, now).map(({ label, value, detail, tone }) => (
          <div key={label} className={css.total}>
            <dt className={layout.quiet}>{label}</dt>
            <dd className={cx(css.value, tone !== undefined && cx(css.word, toneClass[tone]))}>{value}</dd>
            <dd className={css.detail}>{detail}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
