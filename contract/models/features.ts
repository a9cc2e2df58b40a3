import * as z from 'zod/mini'

/** Incremented whenever a feature is added, removed, moved or computed differently. */
export const FEATURE_VERSION = 1

/** One element of the feature vector. */
export interface Feature {
  readonly name: string
  readonly unit: 'points' | 'percent' | 'share'
  /** Formula over the closed candle and its indicator snapshot. */
  readonly formula: string
}

/**
 * The feature vector of every model, in this order: one float32 per feature, for the candle that just closed. No feature
 * depends on the price level, so a model trained at 8,000 dollars is still valid at 80,000.
 */
export const FEATURES = [
  { name: 'rsi_14', unit: 'points', formula: 'rsi_14' },
  { name: 'rsi_7', unit: 'points', formula: 'rsi_7' },
  { name: 'macd_line_pct', unit: 'percent', formula: '100 * macd.macd_line / close' },
  { name: 'macd_signal_pct', unit: 'percent', formula: '100 * macd.signal_line / close' },
  { name: 'macd_histogram_pct', unit: 'percent', formula: '100 * macd.histogram / close' },
  { name: 'atr_14_pct', unit: 'percent', formula: '100 * atr_14 / close' },
  {
    name: 'bollinger_position',
    unit: 'share',
    formula: '(close - bollinger_bands.lower) / (bollinger_bands.upper - bollinger_bands.lower)',
  },
  {
    name: 'bollinger_width_pct',
    unit: 'percent',
    formula: '100 * (bollinger_bands.upper - bollinger_bands.lower) / bollinger_bands.middle',
  },
  { name: 'ema_9_distance_pct', unit: 'percent', formula: '100 * (close / ema_9 - 1)' },
  { name: 'ema_21_distance_pct', unit: 'percent', formula: '100 * (close / ema_21 - 1)' },
  { name: 'ema_100_distance_pct', unit: 'percent', formula: '100 * (close / ema_100 - 1)' },
  { name: 'adx', unit: 'points', formula: 'adx.adx' },
  { name: 'plus_di', unit: 'points', formula: 'adx.plus_di' },
  { name: 'minus_di', unit: 'points', formula: 'adx.minus_di' },
  { name: 'stochastic_k', unit: 'points', formula: 'stochastic.k_percent' },
  { name: 'stochastic_d', unit: 'points', formula: 'stochastic.d_percent' },
  { name: 'vwap_distance_pct', unit: 'percent', formula: '100 * (close / vwap.value - 1)' },
] as const satisfies readonly Feature[]

export type FeatureName = (typeof FEATURES)[number]['name']
export const FEATURE_COUNT = FEATURES.length

/** ONNX metadata key with the version a model was trained for; without it the current version is assumed. */
export const FEATURE_VERSION_KEY = 'pairbot.features'

/** Meaning of a model's output classes, by their number. */
export const OUTPUT_CLASSES = {
  1: ['up'],
  2: ['down', 'up'],
  3: ['down', 'flat', 'up'],
} as const

/** Response of the feature endpoint: everything needed to train a model. */
export const featureVectorSchema = z.object({
  version: z.number(),
  width: z.number(),
  features: z.array(z.object({ index: z.number(), name: z.string(), unit: z.string(), formula: z.string() })),
  input: z.string(),
  output: z.string(),
  target: z.string(),
})
export type FeatureVector = z.infer<typeof featureVectorSchema>

export const FEATURE_VECTOR: FeatureVector = {
  version: FEATURE_VERSION,
  width: FEATURE_COUNT,
  features: FEATURES.map((feature, index) => ({ index, ...feature })),
  input: `exactly one float32 tensor [N, ${FEATURE_COUNT}], N free or 1`,
  output:
    'a float tensor [N, 1], [N, 2] or [N, 3] of probabilities: up; down, up; down, flat, up. Other outputs are not read; ZipMap is refused',
  target:
    "whether the next candle of the model's timeframe closes above (up), below (down) or at (flat) this candle's close",
}
