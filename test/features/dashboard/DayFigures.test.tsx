import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { BehaviorSubject } from 'rxjs'
import { expect, it } from 'vitest'
import { ChartFacts } from '#src/features/dashboard/chart/ChartFacts.tsx'
import { PairMenu } from '#src/features/dashboard/view/PairMenu.tsx'
import { watchlistOf } from '#src/features/dashboard/view/watchlist.ts'
import { chartOf, INITIAL_CHART } from '#src/streams/candles/chart.ts'
import { pairFigures } from '#src/streams/pair-figures.ts'
import type { ChartWindow } from '#src/streams/index.ts'
import { candle, windowOf } from '#test/support/data/candles.ts'

const figuresOf = (label: string, covered: number) => ({
  trading_pair: label,
  last: 8_100,
  covered_seconds: covered,
  open_24h: 8_000,
  change_24h_pct: 1.25,
  high_24h: 8_150,
  low_24h: 7_900,
  volume_24h: 1_234.5,
})
const LOADING = chartOf(INITIAL_CHART)
/** 500 minutes, as the chart holds them: other figures of 8 h 20 min than the server's of 24 h, in all but the last price. */
const minutes = (close: number): ChartWindow => ({
  ...LOADING,
  status: 'ready',
  liveness: 'live',
  candles: windowOf(
    Array.from({ length: 500 }, (_, minute) =>
      candle(minute, { open: 8_100, high: 8_400, low: 7_400, close, volume: 3 }),
    ),
  ),
})

async function setUp(covered = 86_400) {
  const window$ = new BehaviorSubject(minutes(8_160))
  const overview$ = new BehaviorSubject({ pairs: [figuresOf('BTC/USD', covered), figuresOf('ETH/USD', covered)] })
  const figures$ = pairFigures(overview$, window$)
  render(
    <>
      <ChartFacts window$={window$} pairFigures$={figures$} market={undefined} now={0} />
      <PairMenu
        list={watchlistOf(['BTCUSD', 'ETHUSD'], [])}
        pairFigures$={figures$}
        chosen="BTCUSD"
        onChoose={() => undefined}
        onPin={() => undefined}
      />
    </>,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Pair: BTC/USD' }))
  return {
    window$,
    head: () => screen.getByTestId('last-price').parentElement?.textContent,
    row: (pair: string) => screen.getByRole('button', { name: new RegExp(`^${pair}`) }).textContent.trim(),
  }
}

it('[DA-33] the head of the chart and the menu of pairs say one change at one moment: that of 24 h, at the newest price', async () => {
  const { window$, head, row } = await setUp()
  const seen = () => [head(), row('BTC/USD')]
  expect(seen()).toEqual([
    '8,160.0USD+2.00% 24 hHigh 8,160.0 · Low 7,900.0 · Volume 1,235 BTC',
    'BTC/USD 8,160.0 +2.00% 24 h High 8,160.0 · Low 7,900.0 · Volume 1,235 BTC',
  ])
  act(() => window$.next(minutes(7_880)))
  expect(seen()).toEqual([
    '7,880.0USD-1.50% 24 hHigh 8,150.0 · Low 7,880.0 · Volume 1,235 BTC',
    'BTC/USD 7,880.0 -1.50% 24 h High 8,150.0 · Low 7,880.0 · Volume 1,235 BTC',
  ])
  expect(row('ETH/USD')).toBe('ETH/USD 8,100.00 +1.25% 24 h High 8,150.00 · Low 7,900.00 · Volume 1,235 ETH')
})

it('[DA-33] both say how much is known where that is less than 24 h', async () => {
  const { head, row } = await setUp((8 * 60 + 20) * 60)
  expect(head()).toContain('+2.00% in 8 h 20 min')
  expect(row('BTC/USD')).toContain('+2.00% in 8 h 20 min')
  expect(row('ETH/USD')).toContain('+1.25% in 8 h 20 min')
})

it('[DA-33] neither keeps old figures while prices are polled', async () => {
  const { window$, head, row } = await setUp()
  act(() => window$.next({ ...minutes(8_160), liveness: 'polled' }))
  expect([head(), row('BTC/USD')]).toEqual(['8,160.0USDN/A 24 h', 'BTC/USD 8,160.0 N/A 24 h'])
})
