import { describe, expect, it } from 'vitest'
import { MAX_MATCHES, parsePath, select } from '#src/features/monitoring/detail/json-path.ts'

const DATA = {
  Analysis: {
    summary: { confidence: 0.5 },
    levels: [
      { price: 1, touches: [3, 4] },
      { price: 2, touches: [] },
    ],
    'odd name': { 'a.b': true },
  },
  timestamp: 7,
}

function found(path: string): [string, unknown][] | string {
  const parsed = parsePath(path)
  if (!parsed.ok) return parsed.error
  return select(DATA, parsed.value).matches.map(({ path: at, value }) => [at, value])
}

describe('[MO-45] a JSON path', () => {
  it.each<[string, [string, unknown][]]>([
    ['', [['', DATA]]],
    ['$', [['', DATA]]],
    ['timestamp', [['timestamp', 7]]],
    ['$.timestamp', [['timestamp', 7]]],
    ['Analysis.summary.confidence', [['Analysis.summary.confidence', 0.5]]],
    ['Analysis.levels[0].price', [['Analysis.levels[0].price', 1]]],
    ['Analysis.levels[-1].price', [['Analysis.levels[1].price', 2]]],
    [
      'Analysis.levels[*].price',
      [
        ['Analysis.levels[0].price', 1],
        ['Analysis.levels[1].price', 2],
      ],
    ],
    [
      '*.levels.*.price',
      [
        ['Analysis.levels[0].price', 1],
        ['Analysis.levels[1].price', 2],
      ],
    ],
    [
      '..price',
      [
        ['Analysis.levels[0].price', 1],
        ['Analysis.levels[1].price', 2],
      ],
    ],
    ['$..touches[0]', [['Analysis.levels[0].touches[0]', 3]]],
    ["Analysis['odd name']['a.b']", [['Analysis.odd name.a.b', true]]],
    ['["Analysis"].summary', [['Analysis.summary', { confidence: 0.5 }]]],
    ['nothing', []],
    ['timestamp.deeper', []],
    ['Analysis.levels[9]', []],
    ['Analysis[0]', []],
    ['__proto__', []],
    ['constructor.name', []],
  ])('%s', (path, values) => {
    expect(found(path)).toEqual(values)
  })

  it.each([
    ['Analysis.', 'A name is missing at the end of the path'],
    ['..', 'A name is missing at the end of the path'],
    ['levels[', "Cannot read the path at '['"],
    ['levels[x]', "Cannot read the path at '[x]'"],
    ["levels['x", "Cannot read the path at '['x'"],
  ])('reports the position of an error: %s', (path, error) => {
    expect(found(path)).toBe(error)
  })

  it('truncates too many matches', () => {
    const wide = Array.from({ length: 100_000 }, (_, index) => index)
    const parsed = parsePath('*')
    const { matches: all, isTruncated: isCut } = select(wide, parsed.ok ? parsed.value : [])
    expect([all.length, isCut, all[3]]).toEqual([MAX_MATCHES, true, { path: '[3]', value: 3 }])
  })

  it('terminates for `..*` however deep the message is', () => {
    let deep: unknown = { x: 1 }
    for (let level = 0; level < 20_000; level += 1) deep = { a: deep }
    const parsed = parsePath('..x')
    expect(select(deep, parsed.ok ? parsed.value : []).matches).toHaveLength(1)
  })
})
