import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { leanOf, patternsDirection, structureDirection, trendWord } from '#contract/payloads/directions.ts'
import type { Since } from '#contract/payloads/header.ts'
import type { Candle } from '#contract/candles.ts'
import { TIMEFRAMES, type Timeframe } from '#contract/timeframes.ts'
import { lasting, type Lasting } from '#server/analysis/candles/lasting.ts'
import {
  createPairAnalysis,
  type AnalysisEntry,
  type History,
  type PairAnalysis,
} from '#server/analysis/engine/engine.ts'
import { createCandleBuilder } from '#server/market/store/builder.ts'
import { historyOf } from '#test/support/data/analysed.ts'
import { feed, walk } from '#test/support/data/analysis.ts'

const START = 1_560_038_400
const DAY_S = 86_400

interface Published {
  readonly direction: string
  readonly since: Since | undefined
}

const PATTERN_TIMEFRAMES = TIMEFRAMES.filter((each) => each !== 'M30')

/** Every direction that entries publish, by source and timeframe, by the words of the matrix. */
function published(entries: readonly AnalysisEntry[]): ReadonlyMap<string, Published> {
  const found = new Map<string, Published>()
  const add = (name: string, direction: string | undefined, since: Since | undefined) =>
    direction !== undefined && found.set(name, { direction, since })
  for (const { data } of entries) {
    if ('timeframe_analysis' in data) {
      for (const { timeframe, pattern, direction_since } of data.timeframe_analysis)
        add(`structure ${timeframe}`, structureDirection(pattern), direction_since)
    } else if ('patterns' in data) {
      for (const timeframe of PATTERN_TIMEFRAMES) {
        const sides = (data.patterns[timeframe] ?? []).map(({ bullish }) => (bullish ? 'bullish' : 'bearish'))
        add(`patterns ${timeframe}`, patternsDirection(sides), data.direction_since?.[timeframe])
      }
    } else if ('move_forecasts' in data) {
      for (const { timeframe, direction, direction_since } of data.timeframes)
        add(`confluence ${timeframe}`, direction === null ? undefined : leanOf(direction), direction_since)
    } else if ('timeframe' in data && !('errors' in data) && !('is_complete' in data)) {
      const { trend_score: score, trend_since } = data
      add(`trend ${data.timeframe}`, score === undefined ? undefined : trendWord(score), trend_since)
    }
  }
  return found
}

/** Publishes minute by minute. */
function* lived(analysis: PairAnalysis, minutes: readonly Candle[]) {
  const builder = createCandleBuilder(() => Infinity)
  for (const candle of minutes) {
    const taken = builder.ingest(candle, true)
    const entries = analysis.onClose({ candle, rollups: 'rollups' in taken ? taken.rollups : [] })
    yield { endS: candle.timestamp + 60, states: published(entries) }
  }
}

/** A walk with a pause, in seconds, after `count` minutes. */
function withPause({ seed, count, pause, rest }: Record<'seed' | 'count' | 'pause' | 'rest', number>): Candle[] {
  const first = walk({ count, seed, start: START })
  const last = first.at(-1)!
  const start = last.timestamp + 60 + pause
  return [...first, ...walk({ count: rest, seed: seed + 1, start, price: last.close })]
}

const seededWith = (history: History): PairAnalysis => {
  const analysis = createPairAnalysis('BTCUSD')
  analysis.seed(history)
  return analysis
}
const current = (history: History) => published(seededWith(history).current())

/** Opening of the newest closed candle of a timeframe, of minutes up to `endS`. */
const opensAt = (name: string, endS: number): number => {
  const seconds = { M1: 60, M5: 300, M15: 900, M30: 1_800, H1: 3_600, H4: 14_400, D1: DAY_S }
  const length = seconds[(name.split(' ')[1] ?? 'M1') as Timeframe]
  return endS - (endS % length) - length
}

describe('[AN-29] since when a state holds', () => {
  it('is the candle that brought it, or earlier until all that it comes from has been known', () => {
    const states: [state: string | undefined, isKnown: boolean][] = [
      [undefined, false],
      ['up', false],
      ['up', false],
      ['down', false],
      ['down', true],
      ['down', true],
      ['up', true],
      [undefined, true],
      ['up', false],
    ]
    let last: Lasting<string | undefined> | undefined
    const seen = states.map(([state, isKnown], time) => {
      last = lasting(last, state, time, isKnown)
      return [last.state, last.since.time, last.since.or_earlier]
    })
    expect(seen).toEqual([
      [undefined, 0, true],
      ['up', 1, true],
      ['up', 1, true],
      ['down', 3, true],
      ['down', 3, true],
      ['down', 3, true],
      ['up', 6, false],
      [undefined, 7, false],
      ['up', 8, false],
    ])
  })

  it('is published beside every direction, and is the candle from which on the same was published', () => {
    /** Direction, and the opening of the candle that it was first published for. */
    const held = new Map<string, { readonly direction: string; readonly time: number; readonly isFirst: boolean }>()
    let shown: ReadonlyMap<string, Published> = new Map()
    const kinds = new Set<string>()
    const wrong: unknown[] = []
    for (const { endS, states } of lived(createPairAnalysis('BTCUSD'), walk({ count: 1_500, start: START }))) {
      for (const [name, { direction, since }] of states) {
        const before = held.get(name)
        const isSame = before?.direction === direction && (shown.has(name) || name.startsWith('trend'))
        const now = isSame ? before : { direction, time: opensAt(name, endS), isFirst: before === undefined }
        held.set(name, now)
        const isEarliest = now.isFirst && !name.startsWith('patterns')
        if (since?.time !== now.time || (isEarliest && !since.or_earlier)) wrong.push({ name, endS, since, now })
        kinds.add(`${name.split(' ')[0]} ${since?.or_earlier}`)
      }
      shown = states
    }
    expect(wrong).toEqual([])
    const both = ['confluence', 'structure', 'trend'].flatMap((each) => [`${each} false`, `${each} true`])
    expect([...kinds]).toEqual(expect.arrayContaining([...both, 'patterns false']))
  }, 60_000)

  it('of a running candle is that of the closed one, like its trend', () => {
    const minutes = walk({ count: 1_500, start: START })
    const analysis = seededWith(historyOf(minutes))
    const before = published(analysis.current()).get('trend M1')
    const last = minutes.at(-1)!
    const runningAt = (factor: number) => {
      const close = last.close * factor
      const candle: Candle = {
        ...last,
        timestamp: last.timestamp + 60,
        open: last.close,
        close,
        high: Math.max(last.close, close),
        low: Math.min(last.close, close),
      }
      return published(analysis.onPartial({ candle, rollups: [] })).get('trend M1')
    }
    for (const factor of [1, 1.2, 0.8]) expect(runningAt(factor)).toEqual(before)
    expect(published(analysis.current()).get('trend M1')).toEqual(before)
  })

  it('is the same after a restart over the same candles as if there had been none', () => {
    const property = fc.property(
      fc.integer({ min: 1, max: 1e6 }),
      fc.integer({ min: 20, max: 400 }),
      fc.constantFrom(0, 7 * 60, 6 * 3_600, 8 * DAY_S),
      fc.integer({ min: 1, max: 400 }),
      (seed, count, pause, rest) => {
        const minutes = withPause({ seed, count, pause, rest })
        const running = createPairAnalysis('BTCUSD')
        feed(running, minutes)
        expect(current(historyOf(minutes))).toEqual(published(running.current()))
      },
    )
    fc.assert(property, { numRuns: 4 })
  }, 60_000)

  it('with the older candles gone is the same, or earlier than a later time', () => {
    const minutes = walk({ count: 9_000, seed: 3, start: START })
    const whole = historyOf(minutes)
    const states = current(whole)
    let [same, earlier] = [0, 0]
    for (const kept of [700, 800, 900]) {
      const capped = Object.fromEntries(TIMEFRAMES.map((each) => [each, whole[each]?.slice(-kept)]))
      for (const [name, { since }] of current(capped)) {
        const full = states.get(name)?.since
        if (since?.or_earlier === true) expect(since.time, name).toBeGreaterThanOrEqual(full?.time ?? Infinity)
        else expect(since, name).toEqual(full)
        if (since?.or_earlier === true) earlier += 1
        else same += 1
      }
    }
    expect([same > 20, earlier > 5]).toEqual([true, true])
  })

  it('after an outage is never earlier, as what was before is forgotten', () => {
    const minutes = withPause({ seed: 1, count: 120, pause: 9 * DAY_S, rest: 900 })
    const resumedS = minutes[120]!.timestamp
    const wrong: unknown[] = []
    const seen = new Set<string>()
    for (const { endS, states } of lived(createPairAnalysis('BTCUSD'), minutes)) {
      if (endS <= resumedS) continue
      for (const [name, { since }] of states) {
        const isStructure = name.startsWith('structure')
        if (!isStructure && !name.startsWith('patterns')) continue
        // H4 and D1 have no candle from before.
        if (name.endsWith('H4') || name.endsWith('D1')) continue
        seen.add(name)
        if (since?.or_earlier !== false || (isStructure && since.time < resumedS)) wrong.push({ name, endS, since })
      }
    }
    expect(wrong).toEqual([])
    expect([...seen]).toEqual(expect.arrayContaining(['structure M1', 'structure M5', 'patterns M5', 'patterns M15']))
  }, 60_000)
})
