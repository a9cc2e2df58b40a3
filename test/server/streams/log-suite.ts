import { describe, expect, it } from 'vitest'
import type { Provenance } from '#contract/provenance.ts'
import { wrap } from '#contract/streams.ts'
import { type StreamEntry, type StreamLog, compareEntryIds } from '#server/streams/ports.ts'

const KEY = 'tdp:kraken:BTCUSD:analysis:market_structure'
const payload = (n: number) => wrap('Analysis', { n })
const at = (ms: number): Provenance => ({
  market: 'simulated',
  exchange_time: ms - 2,
  received_at: ms - 1,
  published_at: ms,
})

/** What every adapter of the stream log has to do. `make` gives an empty log that keeps `keep` entries per stream. */
export function streamLogSuite(name: string, make: (keep: number) => Promise<StreamLog>): void {
  const filled = async (keep: number, count: number): Promise<StreamLog> => {
    const log = await make(keep)
    for (let n = 1; n <= count; n += 1) await log.append(KEY, payload(n), at(1_000 + n))
    return log
  }

  describe(`stream log: ${name}`, () => {
    it('[SL-1] assigns each entry an id, a count from 1 and its time, and returns it unchanged', async () => {
      const log = await make(10)
      const first = await log.append(KEY, payload(1), at(1_700_000_000_123))
      expect(first).toEqual({
        id: '1700000000123-0',
        seq: 1,
        data: { Analysis: { n: 1 } },
        provenance: at(1_700_000_000_123),
      })
      expect(await log.recent(KEY, 5)).toEqual([first])
      expect(await log.info(KEY)).toEqual({ length: 1, last: first })
      await log.close()
    })

    it('[SL-2] ids grow strictly within a millisecond and when the clock steps back', async () => {
      const log = await make(10)
      const entries: StreamEntry[] = []
      for (const ms of [5_000, 5_000, 5_000, 4_000, 4_999, 5_001])
        entries.push(await log.append(KEY, payload(ms), at(ms)))
      expect(entries.map((entry) => entry.id)).toEqual(['5000-0', '5000-1', '5000-2', '5000-3', '5000-4', '5001-0'])
      expect(entries.every((entry, n) => n === 0 || compareEntryIds(entries[n - 1]!.id, entry.id) < 0)).toBe(true)
      expect(entries.map((entry) => entry.seq)).toEqual([1, 2, 3, 4, 5, 6])
      await log.close()
    })

    it('[SL-3] retains the newest entries of each stream, and the count continues', async () => {
      const log = await filled(3, 5)
      expect((await log.recent(KEY, 10)).map((entry) => entry.seq)).toEqual([5, 4, 3])
      expect((await log.info(KEY))?.length).toBe(3)
      expect((await log.append(KEY, payload(6), at(2_000))).seq).toBe(6)
      await log.close()
    })

    it('[SL-18] recent continues with the past, which is neither counted nor announced', async () => {
      const log = await filled(3, 2)
      const announced: StreamEntry[] = []
      log.appended$.subscribe(({ entry }) => announced.push(entry))
      const past = [500, 700, 900].map((ms) => ({ data: payload(ms), provenance: { ...at(ms), exchange_time: ms } }))
      const later = { data: payload(1), provenance: { ...at(1_500), exchange_time: 1_500 } }
      await log.setPast(KEY, [...past, later])
      expect((await log.recent(KEY, 10)).map(({ id, seq }) => [id, seq])).toEqual([
        ['1002-0', 2],
        ['1001-0', 1],
        ['900-0', 0],
      ])
      expect((await log.recent(KEY, 1)).map(({ seq }) => seq)).toEqual([2])
      expect((await log.info(KEY))?.length).toBe(2)
      expect(announced).toEqual([])
      await log.close()
    })

    it('[SL-4] recent returns the newest first, up to the requested count', async () => {
      const log = await filled(10, 4)
      expect((await log.recent(KEY, 2)).map((entry) => entry.seq)).toEqual([4, 3])
      expect(await log.recent(KEY, 0)).toEqual([])
      expect(await log.recent('tdp:kraken:ETHUSD:analysis:divergence', 5)).toEqual([])
      await log.close()
    })

    it('[SL-5] after returns later entries, oldest first, and whether they are complete', async () => {
      const log = await filled(4, 6)
      const held = (seq: number) => `${1_000 + seq}-0`
      const seqs = async (id: string, limit = 100) => {
        const { entries, complete } = await log.after(KEY, id, limit)
        return { seqs: entries.map((entry) => entry.seq), complete }
      }
      expect(await seqs(held(4))).toEqual({ seqs: [5, 6], complete: true })
      expect(await seqs(held(6))).toEqual({ seqs: [], complete: true })
      expect(await seqs(held(1))).toEqual({ seqs: [3, 4, 5, 6], complete: false })
      expect(await seqs(held(3), 2)).toEqual({ seqs: [5, 6], complete: false })
      expect(await seqs('not-an-id')).toEqual({ seqs: [3, 4, 5, 6], complete: false })
      expect(await log.after('unknown', held(1), 10)).toEqual({ entries: [], complete: false })
      await log.close()
    })

    it('[SL-6] emits every entry to subscribers, in order, without mixing streams', async () => {
      const log = await make(10)
      const received: string[] = []
      log.appended$.subscribe(({ key, entry }) => received.push(`${key.split(':')[2]} ${entry.seq}`))
      await log.append(KEY, payload(1), at(1))
      await log.append(KEY.replace('BTCUSD', 'ETHUSD'), payload(1), at(1))
      await log.append(KEY, payload(2), at(1))
      expect(received).toEqual(['BTCUSD 1', 'ETHUSD 1', 'BTCUSD 2'])
      expect(await log.keys()).toEqual([KEY, KEY.replace('BTCUSD', 'ETHUSD')])
      await log.close()
    })

    it('[SL-7] is reachable while open, and has an epoch', async () => {
      const log = await make(10)
      await expect(log.check()).resolves.toBeUndefined()
      expect(log.problem()).toBeUndefined()
      expect(log.epoch).not.toBe('')
      await log.close()
    })

    it('[SL-50] entries appended without waiting are stored and announced in the order of the calls', async () => {
      const log = await make(1_000)
      const announced: string[] = []
      log.appended$.subscribe(({ key, entry }) => announced.push(`${key} ${JSON.stringify(entry.data)}`))
      const keys = Array.from({ length: 7 }, (_, n) => `${KEY}:${n}`)
      const calls = Array.from({ length: 1_500 }, (_, n) => ({ key: keys[(n * n) % 7] ?? KEY, data: payload(n) }))
      const appended = await Promise.all(calls.map(({ key, data }) => log.append(key, data, at(1_000))))
      expect(announced).toEqual(calls.map(({ key, data }) => `${key} ${JSON.stringify(data)}`))
      for (const key of keys) {
        const own = appended.filter((_, n) => calls[n]?.key === key)
        expect(own.map(({ seq }) => seq)).toEqual(own.map((_, n) => n + 1))
        expect(await log.recent(key, 1_000)).toEqual(own.toReversed())
      }
      await log.close()
    })
  })
}
