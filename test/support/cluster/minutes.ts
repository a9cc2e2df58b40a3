export const MINUTE_MS = 60_000

/** Ends of minutes by stream, unix ms, in the order in which they came. */
export type Minutes = ReadonlyMap<string, readonly number[]>

const MINUTES_IN: Readonly<Record<string, number>> = { m: 1, h: 60, d: 1_440 }

/** Minutes between the entries of a stream. */
export function stepOf(key: string): number {
  const [, unit = 'm', count = '1'] = /:([mhd])(\d+)$/.exec(key) ?? []
  return Number(count) * (MINUTES_IN[unit] ?? 1)
}

/**
 * What is not as far from the one before as it should be. Of the longer timeframes the first one is the state at the first start,
 * which may be of any minute.
 */
export const disorder = (name: string, minutes: Minutes): readonly string[] =>
  [...minutes].flatMap(([key, all]) => {
    const step = stepOf(key)
    const ends = step === 1 ? all : all.slice(1)
    return ends.flatMap((end, index) => {
      const passed = index === 0 ? step : (end - (ends[index - 1] ?? 0)) / MINUTE_MS
      return passed === step ? [] : [`${name}, ${key}: ${passed} minutes up to ${new Date(end).toISOString()}`]
    })
  })
