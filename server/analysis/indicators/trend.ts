import { trendScore, trendWord } from '#contract/payloads/directions.ts'
import type { Bias } from '#contract/payloads/fields.ts'
import type { IndicatorSnapshot } from '#contract/payloads/indicators.ts'

/** From 0 to 100, as on the card of the indicators; undefined while its averages warm up. */
export const trendScoreOf = ({ ema_9, ema_21, ema_100, macd }: IndicatorSnapshot): number | undefined =>
  trendScore({ ema9: ema_9, ema21: ema_21, ema100: ema_100, macdLine: macd?.macd_line })

/** The trend of a timeframe, which all analyses name alike; undefined while its averages warm up. */
export function trendOf(snapshot: IndicatorSnapshot): Bias | undefined {
  const score = trendScoreOf(snapshot)
  return score === undefined ? undefined : trendWord(score)
}
