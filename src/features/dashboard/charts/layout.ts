import { parsePair, type PairId } from '#contract/pairs.ts'
import { parseTimeframe, TIMEFRAMES, toInterval } from '#contract/timeframes.ts'
import { isSameView, type DashboardView } from '#src/streams/index.ts'

/** Numbers of charts that a page can have. */
export const CHART_COUNTS = ['1', '2', '4'] as const
export type ChartCount = (typeof CHART_COUNTS)[number]

/** The charts of a page, as the address and the preferences have them: `BTCUSD-1m.ETHUSD-1h`. */
export const chartsText = (views: readonly DashboardView[]): string =>
  views.map(({ pair, timeframe }) => `${pair}-${toInterval(timeframe)}`).join('.')

/** The charts that a text names: as many as a page can have, without those that it does not name right. */
export function parseCharts(text: string): readonly DashboardView[] {
  const views = text.split('.').flatMap((each): DashboardView[] => {
    const [name = '', interval = ''] = each.split('-')
    const [pair, timeframe] = [parsePair(name), parseTimeframe(interval)]
    return pair === undefined || timeframe === undefined ? [] : [{ pair, timeframe }]
  })
  return views.slice(0, Number(countOf(views.length)))
}

/** The greatest number of charts a page can have that there are enough for. */
export const countOf = (charts: number): ChartCount => (charts >= 4 ? '4' : charts >= 2 ? '2' : '1')

/** Timeframes of a page that nobody has set up yet: one pair, from near to far. */
const FIRST_TIMEFRAMES = ['M1', 'M15', 'H1', 'D1'] as const

/**
 * So many charts: the first ones of those there are, then other pairs of the server in the timeframe of the first, then other
 * timeframes of its pair.
 */
export function resized(views: readonly DashboardView[], count: number, served: readonly PairId[]) {
  const [first] = views
  if (first === undefined) return []
  const more = [
    ...served.map((pair): DashboardView => ({ pair, timeframe: first.timeframe })),
    ...TIMEFRAMES.map((timeframe): DashboardView => ({ pair: first.pair, timeframe })),
  ].filter((view) => !views.some((each) => isSameView(each, view)))
  return [...views, ...more].slice(0, count)
}

/** The charts of a page that nobody has set up yet. */
export const firstCharts = (pair: PairId): readonly DashboardView[] =>
  FIRST_TIMEFRAMES.map((timeframe) => ({ pair, timeframe }))
