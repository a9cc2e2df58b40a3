import type { Metrics } from '#contract/models/view-model.ts'
import type { HitRate, Performance } from '#contract/models/performance.ts'
import { KeyValueList } from '#src/ui/data/KeyValueList.tsx'
import { formatNumber, formatPercent, NOT_AVAILABLE } from '#src/ui/format/number.ts'
import { formatExact } from '#src/ui/format/time.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import { scoringLabel } from './model-labels.ts'
import * as css from './models.css.ts'

function rateText({ hit_rate: rate, hits, calls, too_few: tooFew, needed }: HitRate): string {
  if (rate === null) return NOT_AVAILABLE
  if (tooFew) return `${hits} of ${calls}: too few, ${needed} needed`
  return `${formatPercent(rate.share, 1)} (${formatPercent(rate.low, 1)} to ${formatPercent(rate.high, 1)}) of ${formatNumber(calls)}`
}

const ms = (value: number | null): string => (value === null ? NOT_AVAILABLE : `${formatNumber(value, 2)} ms`)

function MeasuredMetrics({ performance }: { readonly performance: Performance }) {
  const { outcome, scoring, since } = performance
  return (
    <>
      <KeyValueList
        items={[
          { label: 'State', value: scoringLabel(scoring).text },
          { label: 'Market', value: performance.market },
          { label: 'Counted since', value: since === null ? NOT_AVAILABLE : formatExact(Date.parse(since)) },
          {
            label: 'BUY / SELL / HOLD',
            value: [performance.buys, performance.sells, performance.holds]
              .map((count) => formatNumber(count))
              .join(' / '),
          },
          { label: 'Hit rate', value: rateText(outcome) },
          { label: 'More frequent direction', value: formatPercent(outcome.base_rate, 1) },
          { label: 'Latency, mean', value: ms(performance.mean_latency_ms) },
          { label: 'Latency, highest', value: ms(performance.max_latency_ms) },
          { label: 'Failed inferences', value: formatNumber(performance.faults) },
          { label: 'Candles without a complete feature vector', value: formatNumber(performance.unready) },
        ]}
      />
      {scoring.reason === null ? null : <p className={layout.muted}>{scoring.reason}</p>}
      <p className={layout.muted}>
        A BUY is a hit when the next candle closes above, a SELL when it closes below. The range is the 95 % interval of
        the hit rate. A hit rate that is not above the more frequent direction has no predictive value.
      </p>
    </>
  )
}

/** Performance of a model: measured here, or as reported by another backend. */
export function MetricsSection({ metrics }: { readonly metrics: Metrics | undefined }) {
  return (
    <section className={css.section} aria-label="Performance Metrics">
      <h3 className={css.heading}>Performance Metrics</h3>
      {metrics === undefined ? <p className={layout.muted}>Not available</p> : null}
      {metrics?.kind === 'measured' ? <MeasuredMetrics performance={metrics.performance} /> : null}
      {metrics?.kind === 'reported' ? (
        <KeyValueList
          items={Object.entries(metrics.figures).map(([label, value]) => ({
            label,
            value: typeof value === 'number' ? formatNumber(value, Number.isInteger(value) ? 0 : 4) : value,
          }))}
        />
      ) : null}
    </section>
  )
}
