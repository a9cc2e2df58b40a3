import { describe, expect, it } from 'vitest'
import { indicatorKey, mlSignalsKey } from '#contract/payloads/streams.ts'
import { signalUpdates } from '#server/live/live-data.ts'
import type { StreamUpdate } from '#server/strategies/ports.ts'
import { createMemoryLog } from '#server/streams/memory-log.ts'
import { provenanceAt } from '#test/support/data/analysed.ts'

describe('signals in the streams', () => {
  it('[SG-63] [LD-33] are separate updates; entries of the analysis and of pairs of other processes are not', async () => {
    const log = createMemoryLog({ epoch: 'e1' })
    const received: StreamUpdate[] = []
    const subscription = signalUpdates(log, ['BTCUSD']).subscribe((update) => received.push(update))
    const payload = { timestamp: 1_700_000_000, signals: [] }
    await log.append(indicatorKey('BTCUSD', 'M1'), { TechnicalIndicator: {} }, provenanceAt(1_700_000_000_000))
    const { id } = await log.append(mlSignalsKey('BTCUSD'), { Unknown: payload }, provenanceAt(1_700_000_000_000.5))
    await log.append(mlSignalsKey('ETHUSD'), { Unknown: payload }, provenanceAt(1_700_000_000_000))
    subscription.unsubscribe()
    await log.append(mlSignalsKey('BTCUSD'), { Unknown: payload }, provenanceAt(1_700_000_060_000))

    expect(received).toEqual([
      {
        pair: 'BTCUSD',
        at: 1_700_000_000_000,
        kind: 'closed',
        entries: [{ key: mlSignalsKey('BTCUSD'), messageId: id, data: payload }],
      },
    ])
  })
})
