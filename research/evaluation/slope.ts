import { seededRandom } from '#server/lib/random.ts'

/** A case on an ordinal scale: its step, and whether the outcome happened. */
export interface OrdinalCase {
  /** Unix seconds. */
  readonly time: number
  readonly step: number
  readonly happened: boolean
}

/** Increase of a proportion per step, with its 95 % confidence interval. */
export interface Slope {
  readonly slope: number
  readonly low: number
  readonly high: number
}

interface Sums {
  readonly n: number
  readonly x: number
  readonly y: number
  readonly xx: number
  readonly xy: number
}

const RESAMPLES = 1_000
const NONE: Sums = { n: 0, x: 0, y: 0, xx: 0, xy: 0 }

const add = (a: Sums, b: Sums): Sums => ({ n: a.n + b.n, x: a.x + b.x, y: a.y + b.y, xx: a.xx + b.xx, xy: a.xy + b.xy })

function slopeOf({ n, x, y, xx, xy }: Sums): number {
  const spread = n * xx - x * x
  return spread > 0 ? (n * xy - x * y) / spread : 0
}

/** Least-squares slope of a proportion over its steps, with a bootstrap interval that resamples entire days. */
export function bootstrapSlope(cases: readonly OrdinalCase[], seed = 1): Slope {
  const days = new Map<number, Sums>()
  for (const { time, step, happened } of cases) {
    const day = Math.floor(time / 86_400)
    const y = happened ? 1 : 0
    days.set(day, add(days.get(day) ?? NONE, { n: 1, x: step, y, xx: step * step, xy: step * y }))
  }
  const sums = [...days.values()]
  const random = seededRandom(seed)
  const drawn = Array.from({ length: RESAMPLES }, () => {
    let total = NONE
    for (let i = 0; i < sums.length; i++) total = add(total, sums[Math.floor(random() * sums.length)] ?? NONE)
    return slopeOf(total)
  }).sort((a, b) => a - b)
  const at = (share: number) => drawn[Math.round(share * (drawn.length - 1))] ?? 0
  return { slope: slopeOf(sums.reduce(add, NONE)), low: at(0.025), high: at(0.975) }
}
