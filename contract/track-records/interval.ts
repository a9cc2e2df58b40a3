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
