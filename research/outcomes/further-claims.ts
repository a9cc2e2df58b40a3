import type { Bias } from '#contract/payloads/fields.ts'
import type { CrossTimeframe } from '#contract/payloads/cross-timeframe.ts'
import { structureDirection } from '#contract/payloads/directions.ts'
import type { DivergenceAnalysis } from '#contract/payloads/divergence.ts'
import type { IndicatorSnapshot } from '#contract/payloads/indicators.ts'
import type { LevelSet } from '#contract/payloads/levels.ts'
import type { PatternAnalysis } from '#contract/payloads/patterns.ts'
import type { AnalysisPayload } from '#contract/payloads/streams.ts'
import type { MarketStructure } from '#contract/payloads/structure.ts'
import { ANALYSIS_TIMEFRAMES, type AnalysisTimeframe } from '#contract/timeframes.ts'
import { confidenceBin } from '#contract/track-records/interval.ts'
import type { HOURLY_KINDS, OpenCase } from '#server/outcomes/case.ts'
import { HOLD_DEFINITIONS } from '#server/outcomes/hold.ts'
import { levelCases, levelsOf } from '#server/outcomes/levels.ts'
import { HORIZON, HOURLY, moveCase, patternCases, type PublishedAt } from '#server/outcomes/moves.ts'
import { extractIndicators, extractLevels } from '#server/strategies/signal-extractors/extractors.ts'
import { toStreamTimeframe, type SignalValue } from '#server/strategies/signal-extractors/stream-signal.ts'

const HOUR_S = 3_600

/** A direction that is claimed at a full hour. */
interface HourlyClaim {
  readonly kind: (typeof HOURLY_KINDS)[number]
  readonly class: string
  readonly bias: Bias
  readonly timeframe?: AnalysisTimeframe
}

const biasOf = ({ score }: SignalValue): Bias => (score > 0 ? 'bullish' : score < 0 ? 'bearish' : 'neutral')

/** The direction of a payload as a whole. */
function overallClaim(data: PatternAnalysis | CrossTimeframe): HourlyClaim {
  if ('patterns' in data) {
    const { market_bias: bias, overall_confidence: confidence } = data.summary
    return { kind: 'pattern_bias', bias, class: confidenceBin(confidence) }
  }
  const { analysis_summary, confidence_metrics } = data
  const { direction: bias } = analysis_summary.overall_signal
  return { kind: 'cross_timeframe', bias, class: confidenceBin(confidence_metrics.overall_confidence) }
}

const trendClaims = ({ timeframe_analysis: timeframes }: MarketStructure): HourlyClaim[] =>
  timeframes.map(({ timeframe, pattern }) => ({
    kind: 'trend',
    class: pattern,
    bias: structureDirection(pattern) ?? 'neutral',
    timeframe,
  }))

/** The position of the price between the levels, as strategies read it: of all levels, and of each timeframe's. */
function positionClaims(levels: LevelSet, price: number): HourlyClaim[] {
  const { overall, byTimeframe } = extractLevels(levels, price)
  const claim = (signal: SignalValue | undefined): HourlyClaim[] =>
    signal ? [{ kind: 'level_position', class: confidenceBin(signal.confidence), bias: biasOf(signal) }] : []
  const byOne = (timeframe: AnalysisTimeframe) =>
    claim(byTimeframe?.[toStreamTimeframe(timeframe)]).map((each) => ({ ...each, timeframe }))
  return [...claim(overall), ...ANALYSIS_TIMEFRAMES.flatMap(byOne)]
}

function hourlyCases(claims: readonly HourlyClaim[], timestamp: number, { candles }: PublishedAt): OpenCase[] {
  if (timestamp % HOUR_S !== 0) return []
  return claims.flatMap(({ kind, class: name, bias, timeframe = null }) => {
    if (bias === 'neutral') return []
    const claim = { kind, class: name, claimed: null, timeframe, isUp: bias === 'bullish' }
    return moveCase({ ...claim, key: `${kind} ${timeframe} ${timestamp}` }, candles, HOURLY, 1)
  })
}

/** Whether each level is reached within the hour, holds if the price is near it, and holds more often if it is stronger. */
function furtherOfLevels(set: LevelSet, at: PublishedAt): OpenCase[] {
  const levels = levelsOf(set)
  const reached = levels.flatMap(({ level: { price, touch_probability: claimed } }) =>
    claimed === null
      ? []
      : [{ class: '', claimed, price, role: price < at.price ? ('support' as const) : ('resistance' as const) }],
  )
  const near = levels.map(({ level: { price, strength, hold_probability: claimed }, role }) => ({
    class: strength,
    claimed,
    price,
    role,
  }))
  const rises = levels.flatMap(({ level: { price, strength, hold_probability: claimed }, role }) =>
    HOLD_DEFINITIONS.map((holds) => ({ class: strength, claimed, price, role, holds })),
  )
  return [
    ...levelCases('reach', reached, set.timestamp, at),
    ...levelCases('near', near, set.timestamp, at),
    ...levelCases('rise', rises, set.timestamp, at),
  ]
}

const zoneCases = ({ timestamp, confluence_zones: zones }: CrossTimeframe, at: PublishedAt): OpenCase[] =>
  levelCases(
    'zone',
    zones.map(({ price_level: price, hold_probability: claimed }) => ({
      class: '',
      claimed,
      price,
      role: price < at.price ? 'support' : 'resistance',
    })),
    timestamp,
    at,
  )

/** Opens the cases of what the score-card does not count, and only the records and `npm run score` do. */
export function createFurtherClaims(): (data: AnalysisPayload, at: PublishedAt) => readonly OpenCase[] {
  const seenDivergences = new Set<string>()
  const seenPatterns = new Map<AnalysisTimeframe, Map<string, number>>()

  /** A divergence counts when it is first published. */
  const divergenceCases = ({ divergences }: DivergenceAnalysis, { candles }: PublishedAt): OpenCase[] =>
    divergences.flatMap(({ timeframe, divergence_type: name, indicator, to_timestamp: to, bias }) => {
      const key = `divergence ${timeframe} ${name} ${indicator} ${to}`
      if (seenDivergences.has(key)) return []
      seenDivergences.add(key)
      if (bias === 'neutral') return []
      const claim = { key, class: name, claimed: null, timeframe, isUp: bias === 'bullish' }
      return moveCase({ kind: 'divergence', ...claim }, candles, timeframe)
    })

  /** The combined direction of a timeframe's indicators, as strategies read it, at every tenth candle. */
  function indicatorCases(snapshot: IndicatorSnapshot, { candles }: PublishedAt): OpenCase[] {
    const timeframe = ANALYSIS_TIMEFRAMES.find((each) => each === snapshot.timeframe)
    const { count = 0 } = (timeframe && candles.get(timeframe)) ?? {}
    const { overall } = extractIndicators(snapshot)
    if (timeframe === undefined || count % HORIZON !== 1 || overall === undefined || overall.score === 0) return []
    const claim = { class: confidenceBin(overall.confidence), claimed: null, timeframe, isUp: overall.score > 0 }
    return moveCase({ kind: 'indicators', key: `indicators ${timeframe} ${count}`, ...claim }, candles, timeframe)
  }

  return (data, at) => {
    if ('is_complete' in data) return []
    if ('support_levels' in data)
      return [...furtherOfLevels(data, at), ...hourlyCases(positionClaims(data, at.price), data.timestamp, at)]
    if ('pattern_highlight' in data) {
      const confidences = patternCases(data, at.candles, seenPatterns, 'pattern_confidence')
      return [...confidences, ...hourlyCases([overallClaim(data)], data.timestamp, at)]
    }
    if ('market_phase' in data) return hourlyCases(trendClaims(data), data.timestamp, at)
    if ('confluence_zones' in data)
      return [...zoneCases(data, at), ...hourlyCases([overallClaim(data)], data.timestamp, at)]
    if ('divergences' in data) return divergenceCases(data, at)
    return indicatorCases(data, at)
  }
}
