import { pluralize, formatChange, formatDollars } from '#src/ui/format/number.ts'
import { formatDate } from '#src/ui/format/time.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import * as css from './paper.css.ts'

const DAY_MS = 86_400_000
const WEEK = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const

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

/** 0 for Monday. */
const weekday = (at: number): number => (new Date(at).getUTCDay() + 6) % 7

/** The weeks from the first day to the last, with a gap where the account did not trade. */
function weeksOf(days: readonly DayResult[]): readonly (readonly (DayResult | number)[])[] {
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return []
  const byDay = new Map(days.map((day) => [day.at, day]))
  const begin = first.at - weekday(first.at) * DAY_MS
  const count = Math.floor((last.at - begin) / (7 * DAY_MS)) + 1
  return Array.from({ length: count }, (_, week) =>
    WEEK.map((_name, day) => {
      const at = begin + (7 * week + day) * DAY_MS
      return byDay.get(at) ?? at
    }),
  )
}

/** The first day, and the first of each month, say their date; the others the day of the month. */
const isNamed = (at: number, days: readonly DayResult[]): boolean =>
  at === days[0]?.at || new Date(at).getUTCDate() === 1

const sign = (profit: number) => (profit < 0 ? css.loss : profit > 0 ? css.gain : undefined)

/** What each day made, a week a row. */
export function Calendar({ days }: { readonly days: readonly DayResult[] }) {
  const gains = days.filter(({ profit }) => profit > 0).length
  const losses = days.filter(({ profit }) => profit < 0).length
  return (
    <>
      <p className={layout.quiet}>
        {pluralize(gains, 'day')} with a gain, {losses} with a loss (UTC)
      </p>
      <table className={css.calendar}>
        <thead>
          <tr>
            {WEEK.map((day) => (
              <th key={day} scope="col">
                {day}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(days).map((week) => (
            <tr key={typeof week[0] === 'number' ? week[0] : week[0]?.at}>
              {week.map((day) =>
                typeof day === 'number' ? (
                  <td key={day}>&nbsp;</td>
                ) : (
                  <td key={day.at}>
                    <span className={layout.quiet} title={formatDate(day.at)}>
                      {isNamed(day.at, days) ? formatDate(day.at) : new Date(day.at).getUTCDate()}
                    </span>
                    <span className={sign(day.profit)} title={formatDollars(day.profit)}>
                      {formatChange(100 * day.share, 1)}
                    </span>
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
