import { describe, expect, it } from 'vitest'
import type { LevelStrength } from '#contract/payloads/levels.ts'
import { levelReport, patternReport, recordReport } from '#research/score/tables.ts'

const DAY_S = 86_400
/** `count` touches of a class, one per day, of which `held` held. */
const touches = (strength: LevelStrength, held: number, count: number) =>
  Array.from({ length: count }, (_, day) => ({
    meta: { strength, holdProbability: 0.5 },
    outcome: day < held ? ('held' as const) : ('broken' as const),
    controls: ['held' as const, 'broken' as const],
    time: day * DAY_S,
  }))
const RISING = [...touches('Weak', 2, 10), ...touches('Moderate', 4, 10)]

describe('the report of npm run score', () => {
  it('[AN-74] reports groups without cases as such', () => {
    expect(levelReport([])).toEqual(['Levels that were touched: no cases'])
    expect(recordReport({ pair: 'BTCUSD', claim: 'price rises', cases: [] })).toEqual([
      'BTCUSD · price rises, by evidence: no cases',
    ])
    expect(patternReport([])).toEqual(['Patterns: no cases'])
  })

  it('[AN-74] reports whether stronger classes held more often when every class has cases', () => {
    const conclusion = (trials: Parameters<typeof levelReport>[0]) => levelReport(trials).at(-1)
    expect(conclusion([...RISING, ...touches('Strong', 6, 10)])).toBe('  every stronger class held more often: yes')
    expect(conclusion([...RISING, ...touches('Strong', 4, 10)])).toBe('  every stronger class held more often: no')
    expect(conclusion(RISING)).toBe('  every stronger class held more often: unknown')
    expect(levelReport(RISING)[3]).toBe('  Strong    no cases   random no cases')
    expect(levelReport(RISING)[1]).toMatch(
      /^ {2}Weak {7}20\.0 % \[.*\] of {5}10 {3}random {2}50\.0 % .* -30\.0 points$/,
    )
  })

  it('[AN-75] reports directions by tenth of their evidence', () => {
    const cases = [0.95, 1, 0.95, 0.42].map((evidence, i) => ({ evidence, happened: i < 2, chance: 0.5 }))
    expect(recordReport({ pair: 'BTCUSD', claim: 'price rises', cases })).toEqual([
      'BTCUSD · price rises, by evidence',
      expect.stringMatching(/^ {2}40 to 50 % {3}came {3}0\.0 % .* of {6}1 {3}by chance {2}50\.0 %$/),
      expect.stringMatching(/^ {2}90 to 100 % {3}came {2}66\.7 % .* of {6}3 {3}by chance {2}50\.0 %$/),
    ])
  })
})
