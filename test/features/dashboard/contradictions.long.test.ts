import { describe, expect, it } from 'vitest'
import type { Candle } from '#contract/candles.ts'
import { parseStreamKey } from '#contract/stream-keys.ts'
import { wrap, wrapperOf } from '#contract/streams.ts'
import { createPairAnalysis, type AnalysisEntry } from '#server/analysis/engine/engine.ts'
import { simulateDay } from '#server/market/simulated/walk.ts'
import { createCandleBuilder } from '#server/market/store/builder.ts'
import { candleOf, historyOf, readTable } from '#test/support/data/analysis.ts'
import { contradictions, screenOf } from '#test/support/data/contradictions.ts'
import { referenceData } from '#test/support/data/reference.ts'
import { candlesOfDay } from '#server/market/simulated/source.ts'

/** A day by default; 28 for four weeks of each month. */
const DAYS = Number(process.env['PAIRBOT_STORY_DAYS'] ?? 1)
const DAYS_BEFORE = Math.min(20, 30 - DAYS)
const DAY = 1_440
const HOUR_S = 3_600
const FIRST_DAY = 20_000

const simulated = (): Candle[] =>
  Array.from({ length: DAYS_BEFORE + DAYS }, (_, index) => FIRST_DAY + index).flatMap((day) =>
    candlesOfDay(simulateDay('one story', 'BTCUSD', day), 'BTCUSD', 'M1', day),
  )
const recorded = (path: string): Candle[] =>
  readTable(path)
    .map(candleOf)
    .slice(0, (DAYS_BEFORE + DAYS) * DAY)

/** What contradicts itself at each hour of the last days, after a minute has closed and while the next one runs. */
function contradictionsOf(minutes: readonly Candle[]): string[] {
  const before = minutes.slice(0, DAYS_BEFORE * DAY)
  const analysis = createPairAnalysis('BTCUSD')
  analysis.seed(historyOf(before))
  const builder = createCandleBuilder(() => Number.POSITIVE_INFINITY)
  for (const candle of before) builder.ingest(candle, true)
  const messages = new Map<string, unknown>()
  const found: string[] = []
  const receive = (entries: readonly AnalysisEntry[]) => {
    for (const { key, data } of entries) {
      const { category, subcategory } = parseStreamKey(key)
      messages.set(subcategory, wrap(wrapperOf(category), { ...data }))
    }
  }
  const check = (opening: number, price: number) => {
    const screen = screenOf((name) => messages.get(name), opening * 1_000, price)
    const at = new Date(screen.now).toISOString()
    found.push(...contradictions(screen).map((each) => `${at} ${each}`))
  }
  let last = before.at(-1)
  for (const candle of minutes.slice(DAYS_BEFORE * DAY)) {
    const running = builder.ingest(candle, false)
    if ('rollups' in running) receive(analysis.onPartial({ candle, rollups: running.rollups }))
    // After a gap nothing is as of this minute.
    const isNext = messages.has('market_structure') && last?.timestamp === candle.timestamp - 60
    if (last && isNext && candle.timestamp % HOUR_S === 0) check(candle.timestamp, last.close)
    const closed = builder.ingest(candle, true)
    receive(analysis.onClose({ candle, rollups: 'rollups' in closed ? closed.rollups : [] }))
    if (candle.timestamp % HOUR_S === 0) check(candle.timestamp + 60, candle.close)
    last = candle
  }
  return found
}

const MONTHS = ['BTCUSD-1m-2019-06', 'ETHUSD-1m-2018-05', 'XRPUSD-1m-2019-02', 'BTCUSDT-1m-2025-06-bybit']

describe('[DA-18] no two figures of the dashboard contradict each other, every hour', () => {
  it('of the simulated market', { timeout: 60_000 * DAYS }, () => {
    expect(contradictionsOf(simulated())).toEqual([])
  })

  for (const month of MONTHS) {
    const file = referenceData(`candles/${month}.csv.gz`)
    it.skipIf(file === undefined)(`of ${month}`, { timeout: 60_000 * DAYS }, () => {
      expect(contradictionsOf(recorded(file ?? ''))).toEqual([])
    })
  }
})
