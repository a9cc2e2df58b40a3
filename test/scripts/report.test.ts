import { describe, expect, it } from 'vitest'
import type { LevelStrength } from '#contract/analysis/levels.ts'
import { calibrationReport, levelReport, patternReport } from '../../scripts/analysis/report.ts'

const DAY_S = 86_400
/** Touches of a class, `held` of them of `count`, one a day. */
const touches = (strength: LevelStrength, held: number, count: number) =>
  Array.from({ length: count }, (_, day) => ({
    meta: { strength, holdProbability: 0.5 },
    outcome: day < held ? ('held' as const) : ('broken' as const),
    controls: ['held' as const, 'broken' as const],
    time: day * DAY_S,
  }))
const RISING = [...touches('Weak', 2, 10), ...touches('Moderate', 4, 10), ...touches('Strong', 6, 10)]

describe('the report of npm run score', () => {
  it('[AN-74] says of what was never seen that there is no case', () => {
    expect(levelReport([])).toEqual(['Levels that were touched: no case'])
    expect(calibrationReport('Reliability', [])).toEqual(['Reliability: no case'])
    expect(patternReport([])).toEqual(['Patterns: no case'])
  })

  it('[AN-74] tells whether stronger classes held more often where every class has cases', () => {
    const verdict = (trials: Parameters<typeof levelReport>[0]) => levelReport(trials).at(-1)
    expect(verdict([...RISING, ...touches('Critical', 8, 10)])).toBe('  every stronger class held more often: yes')
    expect(verdict([...RISING, ...touches('Critical', 6, 10)])).toBe('  every stronger class held more often: no')
    expect(verdict(RISING)).toBe('  every stronger class held more often: cannot be told')
    expect(levelReport(RISING)[4]).toBe('  Critical  no case   random no case')
    expect(levelReport(RISING)[1]).toMatch(
      /^ {2}Weak {7}20\.0 % \[.*\] of {5}10 {3}random {2}50\.0 % .* -30\.0 points$/,
    )
  })
})
