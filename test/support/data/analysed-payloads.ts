import { TIMEFRAME_MINUTES, TIMEFRAMES } from '#contract/timeframes.ts'
import { createPairAnalysis, type History } from '#server/analysis/engine/engine.ts'
import { walk } from './analysis.ts'
import { AT, KEYS, ofCards, wrapped } from './payloads.ts'

/** The server's analysis of a random walk: one message per card in wire format. */
export function analysedPayloads(seed = 7) {
  const analysis = createPairAnalysis('BTCUSD')
  const end = AT
  const history: History = Object.fromEntries(
    TIMEFRAMES.map((timeframe, index) => {
      const minutes = TIMEFRAME_MINUTES[timeframe]
      const count = 300
      const candles = walk({ count, seed: seed + index, step: 0.002 * Math.sqrt(minutes) })
      return [timeframe, candles.map((each, at) => ({ ...each, timestamp: end - (count - at) * minutes * 60 }))]
    }),
  )
  analysis.seed(history)
  const entries = new Map(analysis.current().map(({ key, data }) => [key, data]))
  return ofCards((name): unknown => {
    const payload = entries.get(KEYS[name])
    if (payload === undefined) throw new Error(`the analysis has no ${name}`)
    return JSON.parse(JSON.stringify(wrapped(name, payload)))
  })
}
