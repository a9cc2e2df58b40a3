const DAY_MS = 86_400_000

/** What an account made on a UTC day; `at` is its start, unix ms. */
export interface DayResult {
  readonly at: number
  readonly profit: number
  /** Of the equity before it, a fraction. */
  readonly share: number
}

/**
 * Results of UTC days, oldest first, from the equity at full hours: each day's last equity against that of the day before, or the
 * capital at first.
 */
export function dayResults(
  points: readonly { readonly at: number; readonly equity: number }[],
  capital: number,
): readonly DayResult[] {
  const lasts = new Map<number, number>()
  // Midnight ends a day.
  for (const { at, equity } of points) lasts.set(Math.floor((at - 1) / DAY_MS) * DAY_MS, equity)
  let before = capital
  return [...lasts].map(([at, equity]) => {
    const profit = equity - before
    const share = profit / before
    before = equity
    return { at, profit, share }
  })
}
