import { lazy, Suspense } from 'react'
import type { BacktestReport } from '#contract/backtests/report.ts'
import { formatNumber, formatPercent } from '#src/ui/format/number.ts'
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx'
import { EQUITY_CHART_HEIGHT } from '#src/ui/charts/equity-chart.css.ts'
import { useTheme } from '#src/ui/theme/ThemeProvider.tsx'
import * as css from './report.css.ts'

const EquityChart = lazy(async () => ({ default: (await import('#src/ui/charts/EquityChart.tsx')).EquityChart }))

const KEYS = [
  { label: 'Strategy', mark: css.ownMark },
  { label: 'Buy and hold', mark: css.benchmarkMark },
  { label: 'Cash', mark: css.cashMark },
  { label: 'Drawdown', mark: css.drawdownMark },
]

/** The chart in words. */
function describe({ curve, capital, profit, max_drawdown: drawdown, benchmark }: BacktestReport): string {
  const [first, last] = [curve[0], curve.at(-1)]
  return `Equity from ${first?.day ?? ''} to ${last?.day ?? ''}: $${formatNumber(capital)} to $${formatNumber(
    capital + profit,
    2,
  )}, at most ${formatPercent(drawdown, 1)} below its highest. Buy and hold: ${formatPercent(
    benchmark.return,
    1,
  )}, at most ${formatPercent(benchmark.max_drawdown, 1)} below.`
}

/** Equity and drawdown by day, beside buying and holding and cash. */
export function EquitySection({ report }: { readonly report: BacktestReport }) {
  const { theme } = useTheme()
  return (
    <>
      <div className={css.legend} aria-hidden="true">
        {KEYS.map(({ label, mark }) => (
          <span key={label} className={css.key}>
            <span className={mark} />
            {label}
          </span>
        ))}
      </div>
      <div className={css.chart}>
        <Suspense fallback={<Skeleton height={EQUITY_CHART_HEIGHT} />}>
          <EquityChart points={report.curve} capital={report.capital} theme={theme} label={describe(report)} />
        </Suspense>
      </div>
    </>
  )
}
