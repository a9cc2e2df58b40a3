import { expect, it } from 'vitest'
import { createSpread } from '#server/cluster/gateways/spread.ts'

/** Gateways behind a proxy that gives each socket that connects again, two seconds after it was closed, to one of them. */
function setUp(counts: number[], place: (counts: readonly number[]) => number = leastConnections) {
  let now = 0
  const state = { isCalm: true, isAble: true }
  const closed: number[] = []
  const returning: { readonly at: number; readonly count: number }[] = []
  const spreads = counts.map((_, self) =>
    createSpread({
      sockets: () => counts[self] ?? 0,
      others: () =>
        counts.flatMap((sockets, index) =>
          index === self ? [] : [{ sockets, ableSince: state.isAble ? 0 : undefined }],
        ),
      isCalm: () => state.isCalm,
      clock: () => now,
      close(count) {
        closed.push(count)
        counts[self] = (counts[self] ?? 0) - count
        returning.push({ at: now + 2_000, count })
      },
    }),
  )
  function pass(seconds: number) {
    for (let second = 0; second < seconds; second += 1) {
      now += 1_000
      for (const spread of spreads) spread.tick()
      while ((returning[0]?.at ?? Infinity) <= now) {
        const { count } = returning.shift() ?? { count: 0 }
        for (let each = 0; each < count; each += 1) {
          const index = place(counts)
          counts[index] = (counts[index] ?? 0) + 1
        }
      }
    }
  }
  return { counts, state, closed, pass }
}

const leastConnections = (counts: readonly number[]): number => counts.indexOf(Math.min(...counts))

it('[GW-50] spreads the sockets of one gateway over one that is back, a few each second', () => {
  const { counts, closed, pass } = setUp([300, 0])
  pass(60)
  expect(Math.max(...counts)).toBeLessThanOrEqual(150 * 1.2)
  expect(Math.max(...closed)).toBeLessThanOrEqual(6)
  const { length } = closed
  pass(3_600)
  expect(closed).toHaveLength(length)
})

it('[GW-50] spreads them over three where the proxy gives each the next', () => {
  let turn = 0
  const { counts, pass } = setUp([600, 0, 30], () => (turn += 1) % 3)
  pass(180)
  expect(Math.max(...counts)).toBeLessThanOrEqual(210 * 1.2)
})

it('[GW-50] lets alone what is not far from even, or few', () => {
  for (const counts of [[140, 100], [12, 0], [5, 1, 0], [300]]) {
    const { closed, pass } = setUp([...counts])
    pass(600)
    expect(closed).toEqual([])
  }
})

it('[GW-50] waits until it has been uneven for ten seconds', () => {
  const { closed, pass } = setUp([300, 0])
  pass(10)
  expect(closed).toEqual([])
  pass(1)
  expect(closed).toHaveLength(1)
})

it.each(['isCalm', 'isAble'] as const)('[GW-50] spreads nothing while it is not %s', (what) => {
  const { closed, state, pass } = setUp([300, 0])
  state[what] = false
  pass(60)
  expect(closed).toEqual([])
  state[what] = true
  pass(20)
  expect(closed.length).toBeGreaterThan(0)
  state[what] = false
  const { length } = closed
  pass(60)
  expect(closed).toHaveLength(length)
})

it('[GW-50] gives up for ten minutes where a proxy sends all of them back', () => {
  const { closed, pass } = setUp([300, 0], () => 0)
  pass(600)
  const first = closed.reduce((sum, count) => sum + count, 0)
  expect(first).toBeLessThanOrEqual(3 * 150 + 6)
  pass(100)
  expect(closed.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(first)
})
