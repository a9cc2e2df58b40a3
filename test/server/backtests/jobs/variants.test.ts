import { describe, expect, it } from 'vitest'
import { countVariants } from '#server/backtests/jobs/store.ts'
import { settingsOf } from '#test/support/server/backtests.ts'
import { strategyBody } from '#test/support/server/strategies.ts'

const DAY_MS = 86_400_000
const tried = (id: string, stop: number, day = 0, pair: 'BTCUSD' | 'ETHUSD' = 'BTCUSD') => ({
  id,
  definition: strategyBody({ id: `custom_${id}`, name: `Try ${id}`, risk_parameters: { stop_loss_percentage: stop } }),
  settings: settingsOf({ pair, from: day * DAY_MS, to: (day + 30) * DAY_MS }),
})

describe('variants', () => {
  it('[BR-16] are different definitions on the same pair and a span that overlaps, whatever their names', () => {
    const all = [
      tried('a', 1),
      tried('b', 1),
      tried('c', 2),
      tried('d', 3, 29),
      tried('e', 4, 30),
      tried('f', 5, 0, 'ETHUSD'),
    ]
    expect(countVariants('a', all)).toBe(3)
    expect(countVariants('e', all)).toBe(2)
    expect(countVariants('f', all)).toBe(1)
    expect(countVariants('gone', all)).toBe(1)
  })
})
