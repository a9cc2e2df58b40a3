import type { BacktestReport } from '#contract/backtests/report.ts'
import { Badge } from '#src/ui/text/Badge.tsx'
import * as css from './report.css.ts'
import { LUCK_LABELS } from './texts.ts'

/** What it earned, and whether that is more than luck. */
export function Headline({ report: { headline, luck } }: { readonly report: BacktestReport }) {
  const { text, tone } = LUCK_LABELS[luck]
  return (
    <div className={css.headline}>
      <p className={css.sentence}>{headline}</p>
      <Badge tone={tone}>{text}</Badge>
    </div>
  )
}
