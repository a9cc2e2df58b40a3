import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AnalyticsUpdate } from '#contract/messages.ts'
import type { StreamRecord } from '#src/streams/index.ts'
import { T0 } from '#test/support/data/messages.ts'
import { frameOf, startStreams } from '#test/support/client/streams.ts'

const NOW = T0 * 1000
const DIVERGENCE = 'tdp:kraken:BTCUSD:analysis:divergence'

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
})
afterEach(() => {
  vi.useRealTimers()
})

const update = (key: string | undefined, data: unknown, at = 0, id?: string): AnalyticsUpdate => ({
  type: 'AnalyticsUpdate',
  timestamp: NOW + at,
  ...(id === undefined ? {} : { message_id: id }),
  data: { ...(key === undefined ? {} : { stream_key: key }), data },
})
const record = (part: Partial<StreamRecord> = {}): StreamRecord => ({
  key: DIVERGENCE,
  category: 'analysis',
  subcategory: 'divergence',
  data: { Analysis: { strength: 1 } },
  messageId: undefined,
  messageCount: 1,
  timestamp: NOW,
  receivedAt: NOW,
  source: 'live',
  provenance: undefined,
  status: 'active',
  isStale: false,
  isVeryStale: false,
  ...part,
})

function watch(category: string, harness = startStreams()) {
  const seen: (readonly StreamRecord[])[] = []
  harness.streams.records.category(category).subscribe((records) => seen.push(records))
  return { ...harness, seen }
}

describe('records', () => {
  it('[ST-17] are listed by category, one list per frame', () => {
    const harness = watch('analysis')
    harness.emit(update(DIVERGENCE, { Analysis: { strength: 1 } }), update('tdp:kraken:BTCUSD:signals:ml_signals', 1))
    harness.emit(update(DIVERGENCE, { Analysis: { strength: 2 } }, 5))
    expect(harness.seen).toEqual([[]])
    harness.flushFrame()
    expect(harness.seen).toEqual([
      [],
      [record({ data: { Analysis: { strength: 2 } }, messageCount: 2, timestamp: NOW + 5 })],
    ])
  })

  it('[ST-17] keep the same list while only other categories change', () => {
    const harness = watch('analysis')
    harness.emit(update(DIVERGENCE, 1))
    harness.flushFrame()
    harness.emit(update('tdp:kraken:BTCUSD:signals:ml_signals', 1))
    harness.flushFrame()
    expect(harness.seen).toHaveLength(2)
  })

  it('WS-22 WS-21 never go back to an older entry, and count each entry once', () => {
    const harness = watch('analysis')
    harness.emit(
      update(DIVERGENCE, 'new', 9, '9-0'),
      update(DIVERGENCE, 'old', 5, '5-0'),
      update(DIVERGENCE, 'new', 9, '9-0'),
    )
    harness.flushFrame()
    expect(harness.seen.at(-1)).toEqual([
      record({ data: 'new', messageId: '9-0', messageCount: 2, timestamp: NOW + 9 }),
    ])
  })

  it('MS-04 without a key or data are ignored with a warning', () => {
    const harness = watch('analysis')
    const problems: unknown[] = []
    harness.streams.problems$.subscribe((list) => problems.push(...list.map(({ text, count }) => [text, count])))
    harness.emit(update(undefined, 1), update('', 1), update(DIVERGENCE, undefined), update(DIVERGENCE, null))
    harness.flushFrame()
    expect(harness.seen).toEqual([[]])
    expect(problems.at(-1)).toEqual(['Analytics update without stream key or data ignored', 4])
  })

  it('MS-18 [ST-9] accept any key, up to the limit', () => {
    const harness = watch('__proto__')
    for (const key of [
      '',
      ':'.repeat(10_000),
      'a:b:c:__proto__:constructor',
      '..',
      '*',
      '\uD800',
      'x'.repeat(10_000),
    ]) {
      harness.emit(update(key, 1))
    }
    for (let index = 0; index < 3_000; index += 1) {
      harness.emit(update(`f:e:s:many:${index}`, 1), update(`f:e:s:category ${index}:x`, 1))
    }
    harness.flushFrame()
    expect(harness.seen.at(-1)?.map(({ subcategory }) => subcategory)).toEqual(['constructor'])
    expect([harness.summary().totalStreams, harness.summary().categories.size]).toEqual([2_048, 64])
    expect(watch('category 999', harness).seen[0]).toEqual([])
  })

  it('[ST-18] are replayed to a late subscriber and cleared at the end', () => {
    const harness = watch('analysis')
    harness.frames$.next({ ...frameOf(update(DIVERGENCE, 1)), feed: 'analytics' })
    harness.flushFrame()
    expect(watch('analysis', harness).seen).toEqual([[record({ data: 1 })]])
    harness.emit(update(DIVERGENCE, 2))
    harness.stop()
    expect(harness.pendingFrames()).toBe(0)
    expect(watch('analysis', harness).seen).toEqual([[]])
  })
})
