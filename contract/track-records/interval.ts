/** A proportion with its 95 % confidence interval. */
export interface Proportion {
  readonly share: number
  readonly low: number
  readonly high: number
  readonly count: number
}

const Z = 1.96

/** Proportion of `hits` with Wilson's interval, for independent cases. */
export function wilsonInterval(hits: number, count: number): Proportion {
  if (count === 0) return { share: 0, low: 0, high: 1, count }
  const share = hits / count
  const middle = share + (Z * Z) / (2 * count)
  const spread = Z * Math.sqrt((share * (1 - share)) / count + (Z * Z) / (4 * count * count))
  const scale = 1 + (Z * Z) / count
  return { share, low: (middle - spread) / scale, high: (middle + spread) / scale, count }
}

const BINS = 10

/** The class of a confidence from 0 to 1: '60-70' from 0.6 to below 0.7, '90-100' from 0.9 on. */
export function confidenceBin(confidence: number): string {
  const bin = Math.min(BINS - 1, Math.max(0, Math.floor(confidence * BINS + 1e-9)))
  return `${bin * 10}-${(bin + 1) * 10}`
}

/** Classes of the confidences from `floor` on, including the bin that holds it. */
export const binsFrom = (floor: number): readonly string[] => {
  const bins = Array.from({ length: BINS }, (_, bin) => confidenceBin(bin / BINS))
  return bins.slice(bins.indexOf(confidenceBin(floor)))
}

/** The class of a pattern: chart patterns are counted per stage, candlestick patterns once. */
export const patternClass = (name: string, stage: string | undefined): string =>
  stage !== undefined && isChartPattern(name) ? `${name} ${stage}` : name

/** True for patterns made of swings rather than of a few candles. */
export const isChartPattern = (name: string): boolean => /Top|Bottom|Shoulders|Triangle/.test(name)
