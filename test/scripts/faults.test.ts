import { describe, expect, it } from 'vitest'
import { citedIn, faultsOf, summarize, type TestResult, testsOf } from '../../scripts/faults/table.ts'

const LIST = `# Faults
## Sockets

- **[OR-01]** Cut.
- **[OR-02]** Slow.

## Disks

- **[OR-11]** Full.
`
const faults = faultsOf(LIST)
const result = (title: string, outcome: TestResult['outcome'] = 'passed', counts = {}): TestResult => ({
  title,
  outcome,
  counts,
})
const ALL = [result('OR-01 a'), result('[OR-01] OR-02 b'), result('c OR-11 d')]

describe('the table of faults', () => {
  it('reads groups and numbers, and takes numbers in brackets for rules', () => {
    expect(faults).toEqual([
      { id: 'OR-01', group: 'Sockets' },
      { id: 'OR-02', group: 'Sockets' },
      { id: 'OR-11', group: 'Disks' },
    ])
    expect(citedIn('[OR-01] OR-02 OR-11x [OR-12] (OR-13) AOR-14')).toEqual(['OR-02', 'OR-13'])
  })

  it('is good when each fault has a test that passed, and none failed', () => {
    const { lines, isGood } = summarize(faults, ALL)
    expect(isGood).toBe(true)
    expect(lines.map((line) => line.replace(/ +/g, ' '))).toEqual([
      'Faults that passed',
      'Sockets 2 of 2',
      'Disks 1 of 1',
      'All 3 of 3',
      '',
      'Counted',
    ])
  })

  it.each([
    ['a fault failed', [...ALL, result('OR-02 again', 'failed')], false, 'failed: OR-02'],
    ['a fault has no test', ALL.slice(1), false, 'untested: OR-01'],
    ['a test was skipped', [...ALL.slice(1), result('OR-01 a', 'skipped')], true, 'skipped: OR-01'],
    ['another test failed', [...ALL, result('e', 'failed')], false, 'failed test: e'],
  ])('says so when %s', (_, tests, isGood, line) => {
    const summary = summarize(faults, tests)
    expect(summary.isGood).toBe(isGood)
    expect(summary.lines).toContain(line)
  })

  it('adds up what tests counted', () => {
    const { lines } = summarize(faults, [result('a', 'passed', { cells: 1_000 }), result('b', 'passed', { cells: 21 })])
    expect(lines.find((line) => line.startsWith('cells'))).toMatch(/^cells +1,021$/)
  })

  it('reads reports of Vitest and Playwright', () => {
    const vitest = {
      testResults: [
        {
          assertionResults: [
            { fullName: 'x OR-01', status: 'passed', meta: { counts: { cells: 2 } } },
            { fullName: 'y', status: 'pending', meta: {} },
          ],
        },
      ],
    }
    expect(testsOf(vitest)).toEqual([result('x OR-01', 'passed', { cells: 2 }), result('y', 'skipped')])
    const spec = (title: string, status: string, annotations: object[] = []) => ({
      title,
      tests: [{ status, annotations }],
    })
    const playwright = {
      suites: [
        {
          specs: [spec('a', 'flaky')],
          suites: [
            { specs: [spec('b', 'unexpected', [{ type: 'count: cells', description: '3' }, { type: 'slow' }])] },
          ],
        },
      ],
    }
    expect(testsOf(playwright)).toEqual([result('a'), result('b', 'failed', { cells: 3 })])
  })

  it('refuses what is no report', () => {
    expect(() => testsOf({ some: 'thing' })).toThrow()
  })
})
