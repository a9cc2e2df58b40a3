import type { CrossTimeframe, ExpectedReaction } from '#contract/payloads/cross-timeframe.ts'
import { FORECAST_TIMEFRAMES, type ForecastTimeframe } from '#contract/payloads/forecast.ts'
import type { IndicatorSnapshot } from '#contract/payloads/indicators.ts'
import type { Level, LevelSet, LevelStrength } from '#contract/payloads/levels.ts'
import type { PatternAnalysis } from '#contract/payloads/patterns.ts'
import type { ProcessedCandle } from '#contract/payloads/processed-candles.ts'
import type { MarketStructure } from '#contract/payloads/structure.ts'
import type { Candle } from '#contract/candles.ts'
import { ANALYSIS_TIMEFRAMES, type AnalysisTimeframe } from '#contract/timeframes.ts'
import type { AnalysisEntry } from '#server/analysis/engine/engine.ts'
import type { Claim } from '#research/evaluation/calibration.ts'
import type { SampledBands } from '#research/evaluation/evaluate-forecasts.ts'
import type { LevelSample } from '#research/evaluation/evaluate-levels.ts'
import type { SampledPattern } from '#research/evaluation/evaluate-patterns.ts'
import type { ReachSample } from '#research/evaluation/evaluate-reached.ts'

/** Claims of a published level. */
export interface LevelClaim {
  readonly strength: LevelStrength
  readonly holdProbability: number
}

/** Warm-up after the first minute, until every hourly indicator is available. */
const WARM_UP_S = 48 * 3_600
const HOUR_S = 3_600

interface PhaseSample {
  readonly time: number
  readonly phase: string
  readonly change: number
}

/** A claimed change of phase, and whether the phase was another an hour later. */
export interface PhaseClaim extends Claim {
  /** Unix seconds. */
  readonly time: number
}

/** An overall signal on a full hour. */
export interface SignalSample {
  readonly time: number
  readonly direction: 1 | -1
  /** Evidence for it, from 0 to 1: no probability. */
  readonly confidence: number
}

/** A zone whose reaction is published on a full hour. */
export interface ZoneClaim {
  readonly reaction: ExpectedReaction
  readonly holdProbability: number
}

/** Collects the data for the score report from the entries of a replay. */
export function createScoreCollector() {
  const minutes: Candle[] = []
  const hourlyRanges: number[] = []
  const samples: LevelSample<LevelClaim>[] = []
  const candles = new Map<AnalysisTimeframe, Candle[]>(ANALYSIS_TIMEFRAMES.map((timeframe) => [timeframe, []]))
  const patterns = new Map<AnalysisTimeframe, SampledPattern[]>(ANALYSIS_TIMEFRAMES.map((timeframe) => [timeframe, []]))
  const seen = new Set<string>()
  const phases: PhaseSample[] = []
  const signals: SignalSample[] = []
  const zones: LevelSample<ZoneClaim>[] = []
  const reachable: ReachSample[] = []
  const bands = new Map<ForecastTimeframe, SampledBands[]>(FORECAST_TIMEFRAMES.map((timeframe) => [timeframe, []]))
  let hour = 0

  function recordCandle({ timeframe, ...candle }: ProcessedCandle): void {
    for (const analysed of ANALYSIS_TIMEFRAMES) if (analysed === timeframe) candles.get(analysed)?.push(candle)
  }

  function recordRange({ timeframe, atr_14 }: IndicatorSnapshot): void {
    if (timeframe === 'H1') hour = atr_14 ?? 0
  }

  const isSampled = (timestamp: number) =>
    hour > 0 && timestamp % HOUR_S === 0 && timestamp >= (minutes[0]?.timestamp ?? 0) + WARM_UP_S

  function recordLevels(set: LevelSet): void {
    const price = minutes.at(-1)?.close
    if (price === undefined || !isSampled(set.timestamp)) return
    const claimOf = ({ strength, hold_probability }: Level): LevelClaim => ({
      strength,
      holdProbability: hold_probability,
    })
    const levels = [
      ...set.support_levels.map((level) => ({ price: level.price, role: 'support' as const, meta: claimOf(level) })),
      ...set.resistance_levels.map((level) => ({
        price: level.price,
        role: 'resistance' as const,
        meta: claimOf(level),
      })),
    ]
    samples.push({ index: minutes.length, price, hourlyRange: hour, levels })
    reachable.push({
      index: minutes.length,
      price,
      levels: [...set.support_levels, ...set.resistance_levels].flatMap((level) =>
        level.touch_probability === null ? [] : [{ price: level.price, probability: level.touch_probability }],
      ),
    })
  }

  /** The bands of every timeframe whose candle has just closed. */
  function recordBands({ timestamp, move_forecasts }: CrossTimeframe): void {
    if (timestamp < (minutes[0]?.timestamp ?? 0) + WARM_UP_S) return
    for (const timeframe of FORECAST_TIMEFRAMES) {
      const forecast = move_forecasts[timeframe]
      const index = (candles.get(timeframe)?.length ?? 0) - 1
      const own = bands.get(timeframe)
      if (!forecast || index < 0 || own?.at(-1)?.index === index) continue
      own?.push({ half: forecast.half_within / 100, nineTenths: forecast.nine_tenths_within / 100, index })
    }
  }

  /** A chart pattern counts once per stage, a candlestick pattern only once. */
  function recordPatterns({ patterns: published }: PatternAnalysis): void {
    for (const timeframe of ANALYSIS_TIMEFRAMES) {
      for (const pattern of published[timeframe] ?? []) {
        const { formation_stage: stage } = pattern.maturity
        const id = `${timeframe} ${pattern.pattern} ${pattern.bullish} ${pattern.timestamp}`
        const isChart =
          stage === 'forming' || seen.has(`${id} forming`) || /Top|Bottom|Shoulders|Triangle/.test(pattern.pattern)
        const once = isChart ? `${id} ${stage}` : id
        if (seen.has(once)) continue
        seen.add(once)
        patterns.get(timeframe)?.push({ pattern, index: (candles.get(timeframe)?.length ?? 0) - 1 })
      }
    }
  }

  function recordPhase({ timestamp, market_phase, market_regime }: MarketStructure): void {
    if (timestamp % HOUR_S !== 0 || market_phase === 'neutral') return
    phases.push({ time: timestamp, phase: market_phase, change: market_regime.change_probability })
  }

  function recordCrossTimeframe(payload: CrossTimeframe) {
    recordBands(payload)
    const { timestamp, analysis_summary, confidence_metrics, confluence_zones } = payload
    const price = minutes.at(-1)?.close
    if (price === undefined || !isSampled(timestamp)) return
    const { direction } = analysis_summary.overall_signal
    if (direction !== 'neutral') {
      const confidence = confidence_metrics.overall_confidence
      signals.push({ time: timestamp, direction: direction === 'bullish' ? 1 : -1, confidence })
    }
    const levels = confluence_zones.map(({ price_level, expected_reaction: reaction, hold_probability }) => ({
      price: price_level,
      role: price_level < price ? ('support' as const) : ('resistance' as const),
      meta: { reaction, holdProbability: hold_probability },
    }))
    zones.push({ index: minutes.length, price, hourlyRange: hour, levels })
  }

  return {
    minutes,
    hourlyRanges,
    samples,
    zones,
    signals,
    /** Levels of every full hour with the probability of reaching them. */
    reachable,
    bandsOf: (timeframe: ForecastTimeframe): readonly SampledBands[] => bands.get(timeframe) ?? [],
    candlesOf: (timeframe: AnalysisTimeframe): readonly Candle[] => candles.get(timeframe) ?? [],
    /** Candles and published patterns by timeframe. */
    byTimeframe: () =>
      ANALYSIS_TIMEFRAMES.map((timeframe) => ({
        timeframe,
        candles: candles.get(timeframe) ?? [],
        patterns: patterns.get(timeframe) ?? [],
      })),

    /** Claimed phase changes, with whether the phase had changed an hour later. */
    phaseClaims(): PhaseClaim[] {
      const phaseAt = new Map(phases.map(({ time, phase }) => [time, phase]))
      return phases.flatMap(({ time, phase, change }) => {
        const later = phaseAt.get(time + HOUR_S)
        return later === undefined ? [] : [{ time, claimed: change, happened: later !== phase }]
      })
    },

    /** Records a closed minute and its analysis entries. */
    record(minute: Candle, entries: readonly AnalysisEntry[]): void {
      hourlyRanges.push(hour)
      minutes.push(minute)
      for (const { data } of entries) {
        if ('is_complete' in data) recordCandle(data)
        else if ('support_levels' in data) recordLevels(data)
        else if ('pattern_highlight' in data) recordPatterns(data)
        else if ('market_phase' in data) recordPhase(data)
        else if ('confluence_zones' in data) recordCrossTimeframe(data)
        else if ('timeframe' in data && !('divergences' in data)) recordRange(data)
      }
    },
  }
}
