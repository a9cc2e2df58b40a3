import { BehaviorSubject } from 'rxjs'
import { describe, expect, it } from 'vitest'
import type { StreamRecord } from '#src/streams/index.ts'
import {
  cardData,
  keysWithData,
  hasCardData,
  withPreviousModel,
  type CardData,
  streamOf,
} from '#src/features/dashboard/analytics/card-data.ts'
import { readStructure, type StructureModel } from '#src/analysis/structure.ts'
import { readPayload } from '#src/analysis/payload.ts'
import { problem } from '#src/analysis/problems.ts'
import { readPatterns } from '#src/analysis/patterns.ts'
import { KEYS, marketStructure, patternAnalysis, wrapped } from '#test/support/data/payloads.ts'
import { recordOf } from '#test/support/client/records.ts'

const STRUCTURE = { ...streamOf('structure'), read: readStructure }

/** Records of the analysis category that a test changes, and what a card made of each change. */
function follow(first: readonly StreamRecord[] = []) {
  const list$ = new BehaviorSubject(first)
  const asked: string[] = []
  const seen: CardData<StructureModel>[] = []
  const records = {
    category: (name: string) => {
      asked.push(name)
      return list$
    },
  }
  const running = cardData(records, STRUCTURE).subscribe((data) => seen.push(data))
  return { list$, asked, seen, running }
}

describe('[MA-68] the data of a card', () => {
  const record = recordOf(KEYS.structure, wrapped('structure', marketStructure()))

  it('emits immediately, with no data at first', () => {
    const { asked, seen, list$, running } = follow()
    expect([asked, seen]).toEqual([['analysis'], [{ record: undefined, payload: undefined }]])
    running.unsubscribe()
    expect(list$.observed).toBe(false)
  })

  it('comes from its own stream and the default pair', () => {
    const others = [KEYS.patterns, 'tdp:kraken:ETHUSD:analysis:market_structure'].map((key) => recordOf(key, {}))
    const { seen } = follow([...others, record])
    expect(seen).toEqual([{ record, payload: readStructure(record.data, record.key) }])
  })

  it('comes from the first name with data', () => {
    const [first, second] = streamOf('patterns').names.map((name) => `tdp:kraken:BTCUSD:analysis:${name}`)
    const filled = recordOf(second ?? '', wrapped('patterns', patternAnalysis()))
    const list$ = new BehaviorSubject<readonly StreamRecord[]>([recordOf(first ?? '', null), filled])
    const seen: unknown[] = []
    const patterns = { ...streamOf('patterns'), read: readPatterns }
    cardData({ category: () => list$ }, patterns).subscribe(({ record: shown }) => seen.push(shown))
    expect(seen).toEqual([filled])
  })

  it('does not emit when another stream changes', () => {
    const { list$, seen } = follow([record])
    list$.next([record, recordOf(KEYS.patterns, {})])
    expect(seen).toHaveLength(1)
  })

  it('is read once per message', () => {
    let reads = 0
    const read = (data: unknown) => {
      reads += 1
      return readPayload(data, '', (payload) => ({ model: payload, isOfKind: true, problems: [] }))
    }
    const list$ = new BehaviorSubject([record])
    const seen: unknown[] = []
    cardData({ category: () => list$ }, { ...streamOf('structure'), read }).subscribe((data) => seen.push(data))
    list$.next([{ ...record, messageCount: 2 }])
    expect([reads, seen.length]).toEqual([1, 2])
  })

  it('[MA-5] keeps its model when the next message cannot be read', () => {
    const { list$, seen } = follow([record])
    const bad = { ...record, data: 'NOPE' }
    list$.next([bad])
    expect(seen[1]).toEqual({
      record: bad,
      payload: {
        ...readStructure(record.data, record.key),
        problems: [expect.objectContaining({ code: 'parse_error' })],
      },
    })
  })

  it('is cleared with its record', () => {
    const { list$, seen } = follow([record])
    list$.next([])
    expect(seen[1]).toEqual({ record: undefined, payload: undefined })
  })

  it.each([
    ['pattern_analysis', ['pattern_analysis']],
    ['consolidated_patterns', ['pattern_analysis', 'consolidated_patterns']],
  ])('uses %s of %s', (taken, present) => {
    const records = present.map((name) => recordOf(`tdp:kraken:BTCUSD:analysis:${name}`, {}))
    const seen: (string | undefined)[] = []
    cardData(
      { category: () => new BehaviorSubject(records) },
      { ...streamOf('patterns'), read: readStructure },
    ).subscribe((data) => seen.push(data.record?.subcategory))
    expect(seen).toEqual([taken])
  })
})

it('[MA-65] the keys are those of all streams with data, emitted only when they change', () => {
  const all$ = new BehaviorSubject<readonly StreamRecord[]>([
    recordOf(KEYS.structure, {}),
    recordOf('tdp:kraken:ETHUSD:signals:ml_signals', {}),
    recordOf(KEYS.levels, null),
  ])
  const seen: (readonly string[])[] = []
  keysWithData({ all$ }).subscribe((keys) => seen.push(keys))
  all$.next(all$.value.map((record) => ({ ...record, messageCount: 9 })))
  all$.next([recordOf(KEYS.structure, {})])
  all$.next([recordOf(KEYS.structure, {}), recordOf(`${KEYS.structure}_v2`, {})])
  expect(seen).toEqual([
    ['tdp:kraken:ETHUSD:signals:ml_signals', KEYS.structure].toSorted(),
    [KEYS.structure],
    [KEYS.structure, `${KEYS.structure}_v2`],
  ])
})

it('[MA-67] has data while any stream of the cards has some', () => {
  const categories: Record<string, BehaviorSubject<readonly StreamRecord[]>> = {
    analysis: new BehaviorSubject<readonly StreamRecord[]>([recordOf(KEYS.levels, null)]),
    technical_indicators: new BehaviorSubject<readonly StreamRecord[]>([]),
  }
  const seen: boolean[] = []
  hasCardData({ category: (name) => categories[name]! }).subscribe((has) => seen.push(has))
  categories['technical_indicators']?.next([recordOf(KEYS.indicators, {})])
  categories['technical_indicators']?.next([recordOf(KEYS.indicators, { rsi_14: 1 })])
  categories['technical_indicators']?.next([])
  expect(seen).toEqual([false, true, false])
})

describe('[MA-5] a message that cannot be read', () => {
  const good = readStructure(wrapped('structure', marketStructure()), KEYS.structure)
  const bad = readStructure('?', KEYS.structure)
  it('keeps the previous model and adds the problem', () => {
    expect(withPreviousModel(good, bad)).toEqual({ ...good, problems: [problem('parse_error')] })
  })
  it('shows nothing without a previous model', () => {
    expect(withPreviousModel(undefined, bad)).toEqual(bad)
  })
  it('is replaced by the next readable message', () => {
    expect(withPreviousModel(withPreviousModel(good, bad), good)).toEqual(good)
  })
})
