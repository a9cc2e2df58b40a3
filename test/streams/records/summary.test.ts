import { expect, it } from 'vitest'
import { emptyRecord, type StreamRecord } from '#src/streams/records/record.ts'
import { summarise } from '#src/streams/records/summary.ts'

const record = (key: string, part: Partial<StreamRecord>): StreamRecord => ({ ...emptyRecord(key, 1), ...part })

it('HA-22 [ST-30] totals over all streams', () => {
  const records = [
    record('t:k:B:analysis:a', { data: 1, messageCount: 3, status: 'active', timestamp: 50 }),
    record('t:k:B:analysis:b', { data: 1, messageCount: 2, status: 'inactive', timestamp: 70 }),
    record('t:k:B:__proto__:c', { status: 'error', timestamp: 90 }),
  ]
  expect(summarise(records, { status: 'error', isFallback: true })).toEqual({
    totalStreams: 3,
    activeStreams: 1,
    totalMessages: 5,
    lastUpdate: 70,
    categories: new Map([
      ['analysis', { streamCount: 2, messageCount: 5, lastUpdate: 70 }],
      ['__proto__', { streamCount: 1, messageCount: 0, lastUpdate: undefined }],
    ]),
    connectionStatus: 'error',
    fallbackMode: true,
  })
})

it('[ST-30] counts the streams that are listed, also where an earlier visit cached totals of more', () => {
  const link = { status: 'connecting', isFallback: false } as const
  const totals = { ...summarise([], link), totalStreams: 21, totalMessages: 90 }
  const restored = [record('t:k:B:analysis:a', { data: 1, messageCount: 3, source: 'cache' })]
  expect(summarise(restored, link, { totals, cachedAt: 7 })).toMatchObject({
    totalStreams: 1,
    totalMessages: 3,
    cachedAt: 7,
  })
  expect(summarise([], link, { totals, cachedAt: 7 })).toMatchObject({ totalStreams: 21, cachedAt: 7 })
})
