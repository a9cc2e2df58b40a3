import { BehaviorSubject, NEVER } from 'rxjs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { success } from '#src/lib/result.ts'
import { createQueries } from '#src/streams/queries.ts'
import { createCandleImports } from '#src/transport/api/candle-imports.ts'
import type { Call, HttpRequest } from '#src/transport/http/http.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

/** Imports whose list has one of this status, and the requests that they made. */
function start(status: 'queued' | 'done') {
  const sent: string[] = []
  const findings = { minutes: 0, duplicates: 0, rejected: 0, skipped: [], missing: 0, gaps: [], files: [] }
  const one = { id: 'a', file: 'XBTUSD_1.csv', bytes: 1, source: 'kraken', progress: 0, findings, status }
  const ended = { reason: null, report: null, created_at: 1, finished_at: null }
  const call: Call = async <T>({ method, path, schema }: HttpRequest<T>) => {
    sent.push(`${method} ${path}`)
    const data = method === 'GET' ? { imports: [{ ...one, ...ended }] } : { import_id: 'a' }
    return success(schema.parse({ success: true, data }))
  }
  const visible$ = new BehaviorSubject(true)
  const newRequest = () => expect.fail('nothing is uploaded here')
  const imports = createCandleImports(
    { call, withToken: (upload) => upload, newRequest, base: '' },
    createQueries({ visible$, now: () => 7 }),
  )
  return { imports, sent, visible$ }
}
const LIST = 'GET /api/candles/imports'

describe('imports of candles', () => {
  it.each([
    ['queued', 10],
    ['done', 2],
  ] as const)(
    '[BT-60] while one is %s are loaded %i times in ten seconds, and not while the page is hidden',
    async (status, times) => {
      const { imports, sent, visible$ } = start(status)
      imports.list(NEVER).subscribe()
      await vi.advanceTimersByTimeAsync(9_999)
      expect(sent).toEqual(Array.from({ length: times }, () => LIST))
      visible$.next(false)
      await vi.advanceTimersByTimeAsync(60_000)
      expect(sent).toHaveLength(times)
    },
  )

  it('[BT-62] are loaded again after a change', async () => {
    const { imports, sent } = start('done')
    const loaded: unknown[] = []
    imports.list(NEVER).subscribe(({ value }) => loaded.push(value?.map(({ id }) => id)))
    await vi.advanceTimersByTimeAsync(0)
    expect(loaded.at(-1)).toEqual(['a'])
    for (const change of [imports.pause, imports.resume, imports.cancel])
      expect(await change('a/b')).toMatchObject({ ok: true })
    await vi.advanceTimersByTimeAsync(0)
    expect(sent.filter((each) => each !== LIST)).toEqual(
      ['pause', 'resume', 'cancel'].map((verb) => `POST /api/candles/imports/a%2Fb/${verb}`),
    )
    expect(sent.length).toBeGreaterThan(4)
  })
})
