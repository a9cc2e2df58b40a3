import type { PastDecision, PricePoint } from '#contract/strategies/decisions.ts'
import { toMillis } from '#contract/time.ts'
import { formatDateTime, formatExact } from '#src/ui/format/time.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import * as css from './price-line.css.ts'

const WIDTH = 600
const HEIGHT = 96
const MARGIN = 10
const MARK = 5

interface PriceLineProps {
  /** Oldest first. */
  readonly prices: readonly PricePoint[]
  readonly decisions: readonly PastDecision[]
}

/** The price since the oldest decision listed, with a mark at each BUY and SELL. The list below says the same in words. */
export function PriceLine({ prices, decisions }: PriceLineProps) {
  const [first, last] = [prices[0], prices.at(-1)]
  if (!first || !last || first === last) return null
  const acts = decisions.filter(({ decision_type: type, price }) => type !== 'HOLD' && price !== null)
  const values = [...prices.map(({ price }) => price), ...acts.flatMap(({ price }) => price ?? [])]
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const [start, end] = [toMillis(first.at), toMillis(last.at)]
  const x = (at: number) => MARGIN + ((WIDTH - 2 * MARGIN) * (at - start)) / (end - start)
  const y = (price: number) => HEIGHT - MARGIN - ((HEIGHT - 2 * MARGIN) * (price - low)) / (high - low || 1)
  const count = (type: string) => acts.filter(({ decision_type: each }) => each === type).length
  return (
    <figure className={css.figure}>
      <svg className={css.chart} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
        <polyline
          className={css.line}
          points={prices.map(({ at, price }) => `${x(toMillis(at))},${y(price)}`).join(' ')}
        />
        {acts.map(({ id, decision_type: type, timestamp, price }) => {
          const [left, top] = [x(toMillis(timestamp)), y(price ?? low)]
          const tip = type === 'BUY' ? -MARK : MARK
          return (
            <polygon
              key={id}
              className={type === 'BUY' ? css.buy : css.sell}
              points={`${left},${top + tip} ${left - MARK},${top - tip} ${left + MARK},${top - tip}`}
            />
          )
        })}
      </svg>
      <figcaption className={layout.quiet}>
        Price from {formatDateTime(start)} to {formatExact(end)}, with ▲ {count('BUY')} BUY and ▼ {count('SELL')} SELL
      </figcaption>
    </figure>
  )
}
