import * as z from 'zod/mini'
import type { IndicatorSnapshot } from '#contract/payloads/indicators.ts'
import type { LevelSet } from '#contract/payloads/levels.ts'
import type { PatternAnalysis } from '#contract/payloads/patterns.ts'
import type { AnalysisPayload } from '#contract/payloads/streams.ts'
import type { ProcessedCandle } from '#contract/payloads/processed-candles.ts'
import type { MarketStructure } from '#contract/payloads/structure.ts'
import type { PairId } from '#contract/pairs.ts'
import { ANALYSIS_TIMEFRAMES, analysisTimeframeSchema, type AnalysisTimeframe } from '#contract/timeframes.ts'
import type { OpenCase, RegimeCase } from './case.ts'
import { followLevel, levelCases, levelsOf } from './levels.ts'
import {
  breakCases,
  forgetPatterns,
  HORIZON,
  HOURLY,
  patternCases,
  type ClosedCandles,
  type PublishedAt,
  type SeenPatterns,
} from './moves.ts'
import { binOf, createTallies, monthOf, NO_CLAIM, type CaseTally } from './tally.ts'

/** Raise it with every change of what is claimed, or of the rules by which cases are opened, closed and counted. */
export const RULES_VERSION = 3

const HOUR_S = 3_600

/** What a follower knows besides its open cases. */
export const followerStateSchema = z.object({
  hourlyRange: z.number(),
  /** Number of candles, and the newest closes with their times. */
  candles: z.partialRecord(
    analysisTimeframeSchema,
    z.object({ count: z.number(), closes: z.array(z.object({ at: z.number(), price: z.number() })) }),
  ),
  seen: z.partialRecord(analysisTimeframeSchema, z.array(z.tuple([z.string(), z.number()]))),
})
export type FollowerState = z.infer<typeof followerStateSchema>

/** What came of the payloads since the last call. */
export interface CaseChanges {
  /** New cases, and those that were changed. */
  readonly opened: readonly OpenCase[]
  /** Keys of cases that are no longer open. */
  readonly closed: readonly string[]
  readonly tallies: readonly CaseTally[]
}

/** Opens a case for all that is published about a pair, and closes it by the rules of docs/rules/score-card.md. */
export interface CaseFollower {
  /** Takes over what was published before the first minute, without opening cases. */
  seed(payloads: readonly AnalysisPayload[]): void
  /** The payloads of a closed minute, candles first as they are published. */
  add(payloads: readonly AnalysisPayload[]): void
  drain(): CaseChanges
  state(): FollowerState
}

export interface FollowerStart {
  readonly state: FollowerState
  readonly open: readonly OpenCase[]
}

export interface FollowerOptions {
  /** Where an earlier follower stopped. */
  readonly start?: FollowerStart | undefined
  /** Unix seconds from which levels are scored: until then the hourly range warms up. */
  readonly levelsFrom?: (firstMinuteS: number) => number
  /** The cases of what else a payload claims than the score-card counts. */
  readonly further?: (data: AnalysisPayload, at: PublishedAt) => readonly OpenCase[]
  /** Called with every case that is counted. */
  readonly onClosed?: (each: OpenCase, isHeld: boolean) => void
}

const isAnalysed = (timeframe: string): AnalysisTimeframe | undefined =>
  ANALYSIS_TIMEFRAMES.find((each) => each === timeframe)

export function createCaseFollower(
  pair: PairId,
  { start, levelsFrom, further, onClosed }: FollowerOptions = {},
): CaseFollower {
  const tallies = createTallies(pair)
  const open = new Map<string, OpenCase>(start?.open.map((each) => [each.key, each]))
  const changed = new Set<string>()
  const candles = new Map<AnalysisTimeframe, ClosedCandles>()
  const seen: SeenPatterns = new Map()
  let hourlyRange = start?.state.hourlyRange ?? 0
  let firstMinuteS: number | undefined
  for (const timeframe of ANALYSIS_TIMEFRAMES) {
    candles.set(timeframe, start?.state.candles[timeframe] ?? { count: 0, closes: [] })
    seen.set(timeframe, new Map(start?.state.seen[timeframe]))
  }

  function keep(each: OpenCase): void {
    open.set(each.key, each)
    changed.add(each.key)
  }

  function openNew(cases: readonly OpenCase[]): void {
    for (const each of cases) if (!open.has(each.key)) keep(each)
  }

  function close(each: OpenCase, isHeld: boolean | undefined): void {
    open.delete(each.key)
    changed.add(each.key)
    if (isHeld === undefined) return
    const held = isHeld ? 1 : 0
    const name = {
      timeframe: 'timeframe' in each ? each.timeframe : null,
      kind: each.kind,
      class: each.class,
      month: monthOf(each.openedAt),
      bin: binOf(each.claimed),
    }
    if ('isMirrored' in each && each.isMirrored) {
      tallies.add(name, { randomCount: 1, randomHeld: held })
      return
    }
    const directions = 'isUp' in each ? { rising: each.isUp ? 1 : 0, falling: each.isUp ? 0 : 1 } : {}
    tallies.add(name, { count: 1, held, claimed: each.claimed ?? 0, ...directions })
    onClosed?.(each, isHeld)
  }

  function followLevels(minute: ProcessedCandle): void {
    for (const each of open.values()) {
      if (!('isMirrored' in each)) continue
      const step = followLevel(each, minute, hourlyRange)
      if ('isHeld' in step) close(each, step.isHeld)
      else if (step.next !== each) keep(step.next)
    }
  }

  function followMoves(timeframe: AnalysisTimeframe, count: number, price: number): void {
    for (const each of open.values()) {
      if (!('due' in each) || each.due.timeframe !== timeframe || each.due.count > count) continue
      close(each, each.isUp ? price > each.from : price < each.from)
    }
  }

  /** Counts earlier candles by what came after them: how often the price moves either way at any time. */
  function countCandles(timeframe: AnalysisTimeframe, price: number): void {
    for (const horizon of timeframe === HOURLY ? [1, HORIZON] : [HORIZON]) {
      const before = candles.get(timeframe)?.closes.at(-horizon)
      if (before === undefined) continue
      const name = {
        kind: 'candle' as const,
        timeframe,
        class: String(horizon),
        month: monthOf(before.at),
        bin: NO_CLAIM,
      }
      tallies.add(name, { count: 1, rising: price > before.price ? 1 : 0, falling: price < before.price ? 1 : 0 })
    }
  }

  function remember(timeframe: AnalysisTimeframe, { timestamp, close: price }: ProcessedCandle): void {
    const { count = 0, closes = [] } = candles.get(timeframe) ?? {}
    candles.set(timeframe, { count: count + 1, closes: [...closes, { at: timestamp, price }].slice(-HORIZON) })
  }

  function addCandle(candle: ProcessedCandle): void {
    const timeframe = isAnalysed(candle.timeframe)
    if (timeframe === undefined) return
    if (timeframe === 'M1') {
      firstMinuteS ??= candle.timestamp
      followLevels(candle)
    }
    followMoves(timeframe, (candles.get(timeframe)?.count ?? 0) + 1, candle.close)
    countCandles(timeframe, candle.close)
    remember(timeframe, candle)
  }

  function addRange({ timeframe, atr_14: range }: IndicatorSnapshot): void {
    if (timeframe === 'H1') hourlyRange = range ?? 0
  }

  function publishedAt(timestamp: number): PublishedAt | undefined {
    const price = candles.get('M1')?.closes.at(-1)?.price
    if (price === undefined) return undefined
    const isWarm = timestamp >= (levelsFrom?.(firstMinuteS ?? Infinity) ?? 0)
    return { candles, price, hourlyRange: isWarm ? hourlyRange : 0 }
  }

  function addLevels(set: LevelSet): void {
    const at = publishedAt(set.timestamp)
    if (at === undefined) return
    const claims = levelsOf(set).map(({ level, role }) => {
      const { price, strength, hold_probability: claimed } = level
      return { class: strength, claimed, price, role }
    })
    openNew(levelCases('level', claims, set.timestamp, at))
  }

  function addPatterns(analysis: PatternAnalysis): void {
    openNew(patternCases(analysis, candles, seen))
    forgetPatterns(seen, candles)
  }

  function addPhase({ timestamp, timeframe, market_phase: phase, market_regime: regime }: MarketStructure): void {
    if (timestamp % HOUR_S !== 0) return
    for (const each of open.values()) {
      if (each.kind !== 'regime' || each.openedAt + HOUR_S > timestamp) continue
      const isDue = each.openedAt + HOUR_S === timestamp && phase !== 'neutral'
      close(each, isDue ? phase === each.class : undefined)
    }
    if (phase === 'neutral') return
    const lasting: RegimeCase = {
      kind: 'regime',
      key: `regime ${timestamp}`,
      class: phase,
      claimed: 1 - regime.change_probability,
      openedAt: timestamp,
      timeframe,
    }
    openNew([lasting])
  }

  return {
    seed(payloads) {
      for (const data of payloads) {
        const timeframe = 'is_complete' in data ? isAnalysed(data.timeframe) : undefined
        if ('is_complete' in data) {
          if (timeframe !== undefined) remember(timeframe, data)
        } else if ('pattern_highlight' in data) patternCases(data, candles, seen)
        else if ('atr_14' in data) addRange(data)
      }
    },

    add(payloads) {
      for (const data of payloads) {
        if ('is_complete' in data) addCandle(data)
        else if ('support_levels' in data) addLevels(data)
        else if ('pattern_highlight' in data) addPatterns(data)
        else if ('market_phase' in data) {
          addPhase(data)
          openNew(breakCases(data.structure_breaks, candles))
        } else if (!('confluence_zones' in data || 'divergences' in data)) addRange(data)
        const at = further && publishedAt(data.timestamp)
        if (at) openNew(further(data, at))
      }
    },

    drain() {
      const opened = [...changed].flatMap((key) => open.get(key) ?? [])
      const closed = [...changed].filter((key) => !open.has(key))
      changed.clear()
      return { opened, closed, tallies: tallies.drain() }
    },

    state: () => ({
      hourlyRange,
      candles: Object.fromEntries(candles),
      seen: Object.fromEntries([...seen].map(([timeframe, all]) => [timeframe, [...all]])),
    }),
  }
}
