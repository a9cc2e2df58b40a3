import type { IndicatorSnapshot } from '#contract/payloads/indicators.ts'
import { FEATURES, type FeatureName } from '#contract/models/features.ts'

type FeatureValues = Readonly<Record<FeatureName, number | undefined>>

const percentOf = (value: number | undefined, total: number): number | undefined =>
  value === undefined ? undefined : (100 * value) / total
const distance = (close: number, from: number | undefined): number | undefined =>
  from === undefined ? undefined : 100 * (close / from - 1)

function featureValues(snapshot: IndicatorSnapshot, close: number): FeatureValues {
  const { macd, bollinger_bands: bands, adx, stochastic } = snapshot
  return {
    rsi_14: snapshot.rsi_14,
    rsi_7: snapshot.rsi_7,
    macd_line_pct: percentOf(macd?.macd_line, close),
    macd_signal_pct: percentOf(macd?.signal_line, close),
    macd_histogram_pct: percentOf(macd?.histogram, close),
    atr_14_pct: percentOf(snapshot.atr_14, close),
    bollinger_position: bands && (close - bands.lower) / (bands.upper - bands.lower),
    bollinger_width_pct: bands && percentOf(bands.upper - bands.lower, bands.middle),
    ema_9_distance_pct: distance(close, snapshot.ema_9),
    ema_21_distance_pct: distance(close, snapshot.ema_21),
    ema_100_distance_pct: distance(close, snapshot.ema_100),
    adx: adx?.adx,
    plus_di: adx?.plus_di,
    minus_di: adx?.minus_di,
    stochastic_k: stochastic?.k_percent,
    stochastic_d: stochastic?.d_percent,
    vwap_distance_pct: distance(close, snapshot.vwap?.value),
  }
}

/** The feature vector of a closed candle, or the missing features: indicators that are warming up or undefined. */
export type Vector =
  | { readonly ok: true; readonly values: Float32Array<ArrayBuffer> }
  | { readonly ok: false; readonly missing: readonly FeatureName[] }

export function featureVector(snapshot: IndicatorSnapshot, close: number): Vector {
  const values = featureValues(snapshot, close)
  const missing = FEATURES.map(({ name }) => name).filter((name) => !Number.isFinite(values[name]))
  if (missing.length > 0) return { ok: false, missing }
  return { ok: true, values: Float32Array.from(FEATURES, ({ name }) => values[name] ?? Number.NaN) }
}
