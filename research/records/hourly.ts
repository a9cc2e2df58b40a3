import type { CrossTimeframe } from '#contract/payloads/cross-timeframe.ts'
import type { Bias } from '#contract/payloads/fields.ts'
import type { LevelSet } from '#contract/payloads/levels.ts'
import type { PatternAnalysis } from '#contract/payloads/patterns.ts'
import type { MarketStructure } from '#contract/payloads/structure.ts'
import type { Candle } from '#contract/candles.ts'
import { ANALYSIS_TIMEFRAMES, type AnalysisTimeframe } from '#contract/timeframes.ts'
import type { TrackedClaim } from '#contract/track-records/schema.ts'
import { extractLevels } from '#server/strategies/signal-extractors/extractors.ts'
import { toStreamTimeframe, type SignalValue } from '#server/strategies/signal-extractors/stream-signal.ts'
import type { TrackedCase } from './case.ts'
import { confidenceBin } from '#contract/track-records/interval.ts'

const HOUR_S = 3_600
/** A price counts as that of a time if its minute closed at most this long before, s. */
const MAX_AGE_S = 300

const TRENDS: ReadonlyMap<string, Bias> = new Map([
  ['higher_highs_higher_lows', 'bullish'],
  ['lower_highs_lower_lows', 'bearish'],
])

/** A direction claimed at a full hour. */
interface DirectionClaim {
  readonly claim: TrackedClaim
  readonly class: string
  readonly timeframe: AnalysisTimeframe | null
  readonly at: number
  readonly bias: Bias
}

interface PhaseClaim {
  readonly at: number
  readonly phase: MarketStructure['market_phase']
}

/** Closing prices at full hours, by their time. */
function hourlyCloses(minutes: readonly Candle[]): ReadonlyMap<number, number> {
  const closes = new Map<number, number>()
  for (const { timestamp, close } of minutes) {
    const closedAt = timestamp + 60
    const hour = Math.ceil(closedAt / HOUR_S) * HOUR_S
    if (hour - closedAt <= MAX_AGE_S) closes.set(hour, close)
  }
  return closes
}

const biasOf = ({ score }: SignalValue): Bias => (score > 0 ? 'bullish' : score < 0 ? 'bearish' : 'neutral')

const share = (cases: readonly boolean[]): number => cases.filter(Boolean).length / Math.max(1, cases.length)

/** Collects the claims of full hours, which do not overlap, and compares them with the market an hour later. */
export function createHourlyClaims() {
  const directions: DirectionClaim[] = []
  const phases: PhaseClaim[] = []
  const claimDirection = (claim: DirectionClaim) => {
    if (claim.bias !== 'neutral') directions.push(claim)
  }

  return {
    recordPatterns({ timestamp: at, summary: { market_bias: bias, overall_confidence: confidence } }: PatternAnalysis) {
      if (at % HOUR_S !== 0) return
      claimDirection({ claim: 'pattern_bias', at, bias, class: confidenceBin(confidence), timeframe: null })
    },

    recordCrossTimeframe({ timestamp: at, analysis_summary, confidence_metrics }: CrossTimeframe) {
      if (at % HOUR_S !== 0) return
      const bin = confidenceBin(confidence_metrics.overall_confidence)
      const { direction: bias } = analysis_summary.overall_signal
      claimDirection({ claim: 'cross_timeframe', at, bias, class: bin, timeframe: null })
    },

    recordStructure({ timestamp: at, market_phase: phase, timeframe_analysis: timeframes }: MarketStructure) {
      if (at % HOUR_S !== 0) return
      if (phase !== 'neutral') phases.push({ at, phase })
      for (const { timeframe, pattern } of timeframes)
        claimDirection({ claim: 'trend', at, bias: TRENDS.get(pattern) ?? 'neutral', class: pattern, timeframe })
    },

    /** The position of the price between the levels, as strategies read it: of all levels, and of each timeframe's. */
    recordLevels(levels: LevelSet, price: number) {
      const { timestamp: at } = levels
      if (at % HOUR_S !== 0) return
      const { overall, byTimeframe } = extractLevels(levels, price)
      const claimPosition = (signal: SignalValue | undefined, timeframe: AnalysisTimeframe | null) => {
        if (signal === undefined) return
        const bin = confidenceBin(signal.confidence)
        claimDirection({ claim: 'level_position', at, bias: biasOf(signal), class: bin, timeframe })
      }
      claimPosition(overall, null)
      for (const each of ANALYSIS_TIMEFRAMES) claimPosition(byTimeframe?.[toStreamTimeframe(each)], each)
    },

    /** The cases of all hours whose next hour is known. */
    cases(minutes: readonly Candle[]): TrackedCase[] {
      const closes = hourlyCloses(minutes)
      const moveFrom = (at: number): number | undefined => {
        const from = closes.get(at)
        const to = closes.get(at + HOUR_S)
        return from === undefined || to === undefined ? undefined : to - from
      }
      const moves = [...closes.keys()].map(moveFrom).filter((move) => move !== undefined)
      const chances = { bullish: share(moves.map((move) => move > 0)), bearish: share(moves.map((move) => move < 0)) }
      const ofDirections = directions.flatMap(({ at, bias, ...claimed }): TrackedCase[] => {
        const move = moveFrom(at)
        if (move === undefined || bias === 'neutral') return []
        const isHit = bias === 'bullish' ? move > 0 : move < 0
        return [{ ...claimed, isHit, chance: chances[bias] }]
      })

      const phaseAt = new Map(phases.map(({ at, phase }) => [at, phase]))
      const followed = phases.filter(({ at }) => phaseAt.has(at + HOUR_S))
      const isSame = ({ at, phase }: PhaseClaim) => phaseAt.get(at + HOUR_S) === phase
      const chance = share(followed.map(isSame))
      const ofPhases = followed.map((each): TrackedCase => ({
        claim: 'phase',
        class: each.phase,
        timeframe: null,
        isHit: isSame(each),
        chance,
      }))
      return [...ofDirections, ...ofPhases]
    },
  }
}
