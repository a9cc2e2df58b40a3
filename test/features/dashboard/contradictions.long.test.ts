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

const DAYS_BEFORE = 20
const DAY = 1_440
const HOUR_S = 3_600
const FIRST_DAY = 20_000

const simulated = (): Candle[] =>
  Array.from({ length: DAYS_BEFORE + 1 }, (_, index) => FIRST_DAY + index).flatMap((day) =>
    candlesOfDay(simulateDay('one story', 'BTCUSD', day), 'BTCUSD', 'M1', day),
  )
const recorded = (path: string): Candle[] =>
  readTable(path)
    .map(candleOf)
    .slice(0, (DAYS_BEFORE + 1) * DAY)

/** What contradicts itself at each hour of the last day, after a minute has closed and while the next one runs. */
function contradictionsOf(minutes: readonly Candle[]): string[] {
  const before = minutes.slice(0, -DAY)
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
  for (const candle of minutes.slice(-DAY)) {
    const running = builder.ingest(candle, false)
    if ('rollups' in running) receive(analysis.onPartial({ candle, rollups: running.rollups }))
    if (last && messages.has('market_structure') && candle.timestamp % HOUR_S === 0) check(candle.timestamp, last.close)
    const closed = builder.ingest(candle, true)
    receive(analysis.onClose({ candle, rollups: 'rollups' in closed ? closed.rollups : [] }))
    if (candle.timestamp % HOUR_S === 0) check(candle.timestamp + 60, candle.close)
    last = candle
  }
  return found
}

const FILE = referenceData('candles/BTCUSD-1m-2019-06.csv.gz')

describe('[DA-18] no two figures of the dashboard contradict each other, every hour of a day', () => {
  it('of the simulated market', () => {
    expect(contradictionsOf(simulated())).toEqual([])
  })

  it.skipIf(FILE === undefined)('of a recorded market', () => {
    expect(contradictionsOf(recorded(FILE ?? ''))).toEqual([])
  })
})
