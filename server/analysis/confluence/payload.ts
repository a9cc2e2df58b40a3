import type { AlignedVolatility, CrossTimeframe, TimeframeVote } from '#contract/payloads/cross-timeframe.ts'
import { leanOf } from '#contract/payloads/directions.ts'
import type { Since, DataError } from '#contract/payloads/header.ts'
import type { MoveForecast } from '#contract/payloads/forecast.ts'
import type { LevelSet } from '#contract/payloads/levels.ts'
import { STRUCTURE_VOLATILITIES } from '#contract/payloads/structure.ts'
import { ANALYSIS_TIMEFRAMES, type AnalysisTimeframe } from '#contract/timeframes.ts'
import { clamp01, TIMEFRAME_WEIGHT } from '../candles/math.ts'
import { structureVolatility, VOLATILITY_UNRANKED } from '../structure/volatility-rank.ts'
import type { Vote } from './direction.ts'
import { confluenceZones, type TimeframeSnapshot } from './zones.ts'

type CrossTimeframePart = Omit<CrossTimeframe, 'timestamp' | 'trading_pair' | 'exchange'>

const NO_SIGNAL: readonly DataError[] = [
  { code: 'invalid_summary', message: 'No timeframe has a direction yet.' },
  { code: 'invalid_confidence', message: 'No timeframe has a direction yet.' },
]

const NO_FORECAST: DataError = {
  code: 'invalid_summary',
  message: 'The volatility is not known yet: no move can be expected.',
}

const TOTAL_WEIGHT = ANALYSIS_TIMEFRAMES.reduce((sum, timeframe) => sum + TIMEFRAME_WEIGHT[timeframe], 0)

export interface CrossTimeframeContext {
  readonly price: number
  readonly levels: LevelSet
  readonly hourlyRange: number | undefined
  readonly moveForecasts: CrossTimeframe['move_forecasts']
  readonly hourForecast: MoveForecast | undefined
  /** Volatility of every timeframe for which it is known. */
  readonly volatilities: readonly { readonly timeframe: AnalysisTimeframe; readonly volatility: AlignedVolatility }[]
}

/** The newest indicators of a timeframe, and where they point. */
export interface TimeframeView extends TimeframeSnapshot {
  readonly vote: Vote | undefined
}

interface KnownVote {
  readonly timeframe: AnalysisTimeframe
  readonly direction: number
  readonly since: Since
}

type Volatilities = CrossTimeframeContext['volatilities']

const weightOf = (volatilities: Volatilities): number =>
  volatilities.reduce((sum, { timeframe }) => sum + TIMEFRAME_WEIGHT[timeframe], 0)

/** The regime with the greatest weight, extreme if most of that is, and the share of timeframes in it. */
function alignVolatility({ volatilities }: CrossTimeframeContext): CrossTimeframe['volatility_alignment'] {
  const heaviest = STRUCTURE_VOLATILITIES.map((regime) => ({
    regime,
    members: volatilities.filter(({ volatility }) => structureVolatility(volatility) === regime),
  })).toSorted((a, b) => weightOf(b.members) - weightOf(a.members))[0]
  if (heaviest === undefined || heaviest.members.length === 0) return { volatility_regime: 'normal', alignment: 0 }
  const { regime, members } = heaviest
  const extreme = members.filter(({ volatility }) => volatility === 'extreme')
  return {
    volatility_regime: weightOf(extreme) > weightOf(members) / 2 ? 'extreme' : regime,
    alignment: members.length / volatilities.length,
  }
}

/** Direction and volatility of every timeframe of which one is known. */
const timeframeVotes = (votes: readonly KnownVote[], volatilities: Volatilities): TimeframeVote[] =>
  ANALYSIS_TIMEFRAMES.map((timeframe) => {
    const volatility = volatilities.find((each) => each.timeframe === timeframe)?.volatility
    const vote = votes.find((each) => each.timeframe === timeframe)
    return {
      timeframe,
      direction: vote?.direction ?? null,
      ...(vote && { direction_since: vote.since }),
      volatility: volatility === undefined ? null : structureVolatility(volatility),
    }
  }).filter(({ direction, volatility }) => direction !== null || volatility !== null)

/**
 * Analysis across timeframes. `overall_signal`: the weighted mean of their directions, its absolute value as strength, and
 * the size of the move to expect within an hour, which does not depend on them. `overall_confidence`: share of the total
 * timeframe weight that points to the same side; timeframes that are still warming up count against it.
 */
export function crossTimeframePayload(
  timeframes: readonly TimeframeView[],
  context: CrossTimeframeContext,
): CrossTimeframePart {
  const votes = timeframes.flatMap(({ timeframe, vote }): KnownVote[] =>
    vote?.direction === undefined ? [] : [{ timeframe, direction: vote.direction, since: vote.lean.since }],
  )
  const weight = ({ timeframe }: KnownVote) => TIMEFRAME_WEIGHT[timeframe]
  const total = votes.reduce((sum, vote) => sum + weight(vote), 0)
  const overall = total > 0 ? votes.reduce((sum, vote) => sum + weight(vote) * vote.direction, 0) / total : 0
  const agreeing = votes.filter(({ direction }) => Math.sign(direction) === Math.sign(overall))
  const strongest = votes.toSorted((a, b) => weight(b) * Math.abs(b.direction) - weight(a) * Math.abs(a.direction))[0]
  const { price, hourlyRange, levels, moveForecasts, hourForecast, volatilities } = context
  return {
    errors: [
      ...(votes.length > 0 ? [] : NO_SIGNAL),
      ...(volatilities.length > 0 ? [] : [VOLATILITY_UNRANKED]),
      ...(hourForecast ? [] : [NO_FORECAST]),
    ],
    analysis_summary: {
      primary_timeframe: strongest?.timeframe ?? null,
      overall_signal: {
        direction: leanOf(overall),
        strength: clamp01(Math.abs(overall)),
        expected_move: hourForecast?.half_within ?? null,
      },
    },
    volatility_alignment: alignVolatility(context),
    confidence_metrics: {
      overall_confidence: clamp01(agreeing.reduce((sum, vote) => sum + weight(vote), 0) / TOTAL_WEIGHT),
    },
    timeframes: timeframeVotes(votes, volatilities),
    confluence_zones: hourlyRange === undefined ? [] : confluenceZones(levels, timeframes, { hourlyRange, price }),
    move_forecasts: moveForecasts,
    hour_forecast: hourForecast ?? null,
  }
}
