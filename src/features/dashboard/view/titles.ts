import { PAIRS } from '#contract/pairs.ts'
import { toInterval } from '#contract/timeframes.ts'
import type { DashboardView } from '#src/streams/index.ts'

/** Title of the chart: 'BTC/USD Live Chart (1m)'. */
export const chartTitle = ({ pair, timeframe }: DashboardView): string =>
  `${PAIRS[pair].label} Live Chart (${toInterval(timeframe)})`
