import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RecordBook } from '#contract/track-records/book.ts'
import { loadTrackRecords } from '#src/app/track-records.ts'
import type { Call } from '#src/transport/http/http.ts'
import { TRACK_RECORDS } from '#server/analysis/track-records/track-records.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** A call that answers with these results in turn. */
function callOf(...results: readonly unknown[]) {
  const paths: string[] = []
  const call = (({ path }: { readonly path: string }) => {
    paths.push(path)
    return Promise.resolve(results[paths.length - 1])
  }) as unknown as Call
  return { call, paths }
}
const FAILED = { ok: false, error: { kind: 'status', status: 502, text: 'HTTP 502: Bad Gateway' } }
const FOUND = { ok: true, value: { success: true, data: TRACK_RECORDS } }

describe('[FG-24] the records', () => {
  it('are loaded once', async () => {
    const { call, paths } = callOf(FOUND)
    const books: RecordBook[] = []
    loadTrackRecords(call).subscribe((book) => books.push(book))
    await vi.advanceTimersByTimeAsync(120_000)
    expect(paths).toEqual(['/api/analysis/records'])
    expect(books.map(({ isLoaded }) => isLoaded)).toEqual([true])
  })

  it('are asked for again every 30 s until they arrive', async () => {
    const { call, paths } = callOf(FAILED, FAILED, FOUND)
    const books: RecordBook[] = []
    loadTrackRecords(call).subscribe((book) => books.push(book))
    await vi.advanceTimersByTimeAsync(29_999)
    expect(paths).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(30_001)
    expect([paths.length, books.length]).toEqual([3, 1])
  })
})
