import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Requirements at levels 1 and 2 by chapter of ASVS 5.0.0. */
const REQUIREMENTS = {
  1: 27,
  2: 11,
  3: 19,
  4: 10,
  5: 9,
  6: 35,
  7: 18,
  8: 7,
  9: 7,
  10: 29,
  11: 14,
  12: 9,
  13: 13,
  14: 9,
  15: 13,
  16: 16,
  17: 7,
}

const PAGE = readFileSync('docs/asvs.md', 'utf8')
const STATES = ['met', 'part', 'not met', 'operator', 'n/a']
const rows = PAGE.split('\n')
  .filter((line) => /^\| \d+\.\d+\.\d+/.test(line))
  .map((line) => {
    const [, numbers = '', level = '', , state = '', proof = ''] = line.split('|')
    return { numbers: numbers.trim().split(', '), level: level.trim(), state: state.trim(), proof }
  })

it('[OP-43] every requirement is listed once', () => {
  const numbers = rows.flatMap((row) => row.numbers)
  expect(new Set(numbers).size).toBe(numbers.length)
  const counts: Record<string, number> = {}
  for (const [chapter = ''] of numbers.map((number) => number.split('.'))) counts[chapter] = (counts[chapter] ?? 0) + 1
  expect(counts).toEqual(REQUIREMENTS)
})

it('[OP-43] each has a proof or a reason, and nothing is met without a link', () => {
  for (const { numbers, state, proof } of rows) {
    expect(STATES).toContain(state)
    expect([numbers, proof.trim().length > 0]).toEqual([numbers, true])
    if (state === 'met') expect([numbers, /\]\([^)]+\)/.test(proof)]).toEqual([numbers, true])
  }
})

it('[OP-43] the totals are those of the lists', () => {
  for (const level of ['1', '2']) {
    const numbersOf = (of: readonly string[]) =>
      rows.filter((row) => row.level === level && of.includes(row.state)).flatMap(({ numbers }) => numbers).length
    const cells = [`Level ${level} (${numbersOf(STATES)})`, ...STATES.map((state) => numbersOf([state]))]
    expect(PAGE).toContain(`| ${cells.join(' | ')} |`)
  }
})
