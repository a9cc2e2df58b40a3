import { MIN_SAMPLES, type Quality, type QualityMinute } from './quality.ts'

/** Buckets per doubling: a value read back is at most 12 % off. */
const PER_DOUBLING = 3
/** From 1 ms to about 17 minutes; the last bucket holds everything beyond. */
const DOUBLINGS = 20

export const BUCKETS = 1 + PER_DOUBLING * DOUBLINGS

/** Bucket of a time in milliseconds: the first holds everything up to 1 ms. */
export const bucketOf = (ms: number): number =>
  ms > 1 ? Math.min(BUCKETS - 1, 1 + Math.floor(Math.log2(ms) * PER_DOUBLING)) : 0

/** Geometric midpoint of a bucket, in milliseconds. */
const midpointOf = (bucket: number): number => (bucket === 0 ? 1 : 2 ** ((bucket - 0.5) / PER_DOUBLING))

/** Percentile in milliseconds; `fraction` from 0 to 1. Undefined if nothing was counted. */
export function percentileOf(counts: ArrayLike<number>, fraction: number): number | undefined {
  let total = 0
  for (let bucket = 0; bucket < BUCKETS; bucket += 1) total += counts[bucket] ?? 0
  if (total === 0) return undefined
  const rank = Math.max(1, Math.ceil(total * fraction))
  let passed = 0
  for (let bucket = 0; bucket < BUCKETS; bucket += 1) {
    passed += counts[bucket] ?? 0
    if (passed >= rank) return midpointOf(bucket)
  }
  return undefined
}

const MINUTES = 60
const MINUTE_MS = 60_000
/** Counters besides the ages, by their index in a minute's row. */
const COUNTERS = { samples: 0, gaps: 1, refills: 2, reconnects: 3, refused: 4, disconnectedMs: 5 } as const
type CounterName = Exclude<keyof typeof COUNTERS, 'samples'>
const WIDTH = Object.keys(COUNTERS).length
const MAX_COUNT = 65_535

/**
 * Statistics of the last sixty minutes of one source: bounded memory and constant time per message. Times are unix ms.
 */
export interface RollingHour {
  readonly recordAge: (at: number, ageMs: number) => void
  readonly count: (what: CounterName, at: number, by?: number) => void
  /** Records a time without a connection. */
  readonly recordDisconnected: (from: number, to: number) => void
  /**
   * Returns the same object while nothing changed. `disconnectedSince`: start of a disconnection that has not ended.
   */
  readonly read: (now: number, disconnectedSince?: number) => Quality
}

const minuteOf = (at: number): number => Math.floor(at / MINUTE_MS)

export function createRollingHour(): RollingHour {
  const ages = new Uint16Array(MINUTES * BUCKETS)
  const counts = new Float64Array(MINUTES * WIDTH)
  /** Minute of each row. */
  const rowMinutes = new Float64Array(MINUTES).fill(-1)
  let version = 0
  let last: { readonly version: number; readonly minute: number; readonly quality: Quality } | undefined

  /** Row of a minute, cleared if it holds an older one; undefined if a newer minute took it. */
  function rowOf(minute: number): number | undefined {
    const row = minute % MINUTES
    const of = rowMinutes[row] ?? -1
    if (of > minute) return undefined
    if (of < minute) {
      rowMinutes[row] = minute
      ages.fill(0, row * BUCKETS, (row + 1) * BUCKETS)
      counts.fill(0, row * WIDTH, (row + 1) * WIDTH)
    }
    version += 1
    return row
  }

  function add(row: number, what: keyof typeof COUNTERS, by: number): void {
    const index = row * WIDTH + COUNTERS[what]
    counts[index] = (counts[index] ?? 0) + by
  }

  function count(what: CounterName, at: number, by = 1): void {
    const row = rowOf(minuteOf(at))
    if (row !== undefined) add(row, what, by)
  }

  function recordDisconnected(from: number, to: number): void {
    const first = Math.max(minuteOf(from), minuteOf(to) - MINUTES + 1)
    for (let minute = first; minute <= minuteOf(to); minute += 1) {
      const begin = Math.max(from, minute * MINUTE_MS)
      const end = Math.min(to, (minute + 1) * MINUTE_MS)
      if (end > begin) count('disconnectedMs', begin, end - begin)
    }
  }

  function minuteAt(minute: number): QualityMinute {
    const row = minute % MINUTES
    const isCurrent = rowMinutes[row] === minute
    const at = (what: keyof typeof COUNTERS) => (isCurrent ? (counts[row * WIDTH + COUNTERS[what]] ?? 0) : 0)
    const rowAges = isCurrent ? ages.subarray(row * BUCKETS, (row + 1) * BUCKETS) : []
    return {
      samples: at('samples'),
      p50: percentileOf(rowAges, 0.5),
      p99: percentileOf(rowAges, 0.99),
      gaps: at('gaps'),
      refills: at('refills'),
      reconnects: at('reconnects'),
      refused: at('refused'),
      disconnectedMs: at('disconnectedMs'),
    }
  }

  function readMinutes(minute: number): Quality {
    const minutes = Array.from({ length: MINUTES }, (_, index) => minuteAt(minute - MINUTES + 1 + index))
    const sum = (what: keyof typeof COUNTERS) => minutes.reduce((total, each) => total + each[what], 0)
    const all = new Float64Array(BUCKETS)
    for (let row = 0; row < MINUTES; row += 1) {
      const of = rowMinutes[row] ?? -1
      if (of <= minute - MINUTES || of > minute) continue
      for (let bucket = 0; bucket < BUCKETS; bucket += 1)
        all[bucket] = (all[bucket] ?? 0) + (ages[row * BUCKETS + bucket] ?? 0)
    }
    const samples = sum('samples')
    const hasEnough = samples >= MIN_SAMPLES
    return {
      lastMinute: minute * MINUTE_MS,
      minutes,
      samples,
      p50: hasEnough ? percentileOf(all, 0.5) : undefined,
      p99: hasEnough ? percentileOf(all, 0.99) : undefined,
      gaps: sum('gaps'),
      refills: sum('refills'),
      reconnects: sum('reconnects'),
      refused: sum('refused'),
      disconnectedMs: sum('disconnectedMs'),
    }
  }

  /** Adds a disconnection that has not ended to a snapshot; it is counted once it ends. */
  function withDisconnected(quality: Quality, from: number, to: number): Quality {
    const first = quality.lastMinute - (MINUTES - 1) * MINUTE_MS
    const minutes = quality.minutes.map((each, index) => {
      const begin = first + index * MINUTE_MS
      const passed = Math.min(to, begin + MINUTE_MS) - Math.max(from, begin)
      return passed > 0 ? { ...each, disconnectedMs: each.disconnectedMs + passed } : each
    })
    return { ...quality, minutes, disconnectedMs: minutes.reduce((total, each) => total + each.disconnectedMs, 0) }
  }

  return {
    recordAge(at, ageMs) {
      const row = rowOf(minuteOf(at))
      if (row === undefined) return
      const index = row * BUCKETS + bucketOf(ageMs)
      ages[index] = Math.min(MAX_COUNT, (ages[index] ?? 0) + 1)
      add(row, 'samples', 1)
    },
    count,
    recordDisconnected,
    read(now, disconnectedSince) {
      const minute = minuteOf(now)
      if (last?.version !== version || last.minute !== minute) last = { version, minute, quality: readMinutes(minute) }
      return disconnectedSince === undefined ? last.quality : withDisconnected(last.quality, disconnectedSince, now)
    },
  }
}
