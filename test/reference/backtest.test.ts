import { describe, expect, it } from 'vitest'
import { computed, differences } from '#test/support/server/backtest-reference.ts'
import { fixtureCases, fixtureOf, storedFixtures } from './fixtures.ts'

describe('what the reference in Python gave', () => {
  it('[BR-19] [BR-18] equals the fills and figures of made strategies to 1e-9', () => {
    const stored = storedFixtures()
    const found = fixtureCases().map((each) => fixtureOf(computed(each)))

    expect(differences(found, stored)).toEqual([])
    expect(stored.every(({ trades, report }) => trades.length === 5 && report.timing !== null)).toBe(true)
  })
})
