import { randomUUID } from 'node:crypto'
import { expect, vi } from 'vitest'
import type { Provenance } from '#contract/provenance.ts'
import { unwrap, wrap } from '#contract/streams.ts'
import type { StreamEntry } from '#server/streams/ports.ts'
import { createRedisLog, type RedisLog, type RedisLogOptions } from '#server/streams/redis/redis-log.ts'

export const BTC = 'tdp:kraken:BTCUSD:analysis:market_structure'
export const ETH = 'tdp:kraken:ETHUSD:analysis:market_structure'
export const payload = (n: number) => wrap('Analysis', { n })
export const at = (ms: number): Provenance => ({
  market: 'simulated',
  exchange_time: ms - 2,
  received_at: ms - 1,
  published_at: ms,
})

/** A log as one process has it, with what it announced and reported. */
export interface LogProcess extends AsyncDisposable {
  readonly log: RedisLog
  readonly announced: readonly { readonly key: string; readonly entry: StreamEntry }[]
  readonly reports: readonly string[]
  /** The numbers in the payloads that it announced of a stream. */
  numbers(key: string): readonly unknown[]
}

/** Opens a log; wait for `whenReady` where Redis runs. */
export function openLog(url: string, options: Partial<RedisLogOptions> = {}): LogProcess {
  const reports: string[] = []
  const announced: { readonly key: string; readonly entry: StreamEntry }[] = []
  const log = createRedisLog({ url, name: randomUUID(), report: (message) => reports.push(message), ...options })
  log.appended$.subscribe((each) => announced.push(each))
  return {
    log,
    announced,
    reports,
    numbers: (key) => announced.filter((each) => each.key === key).map(({ entry }) => unwrap(entry.data)['n']),
    [Symbol.asyncDispose]: () => log.close(),
  }
}

/** Waits until a process has announced the payload `last` of a stream. */
export async function untilAnnounced(process: LogProcess, key: string, last: number, timeout = 10_000): Promise<void> {
  await vi.waitFor(() => expect(process.numbers(key).at(-1)).toBe(last), { timeout, interval: 20 })
}

/** Appends `payload(first)` … `payload(last)` one after the other; gives the acknowledged entries. */
export async function appendAll({ log }: LogProcess, key: string, first: number, last: number): Promise<StreamEntry[]> {
  const entries: StreamEntry[] = []
  for (let n = first; n <= last; n += 1) entries.push(await log.append(key, payload(n), at(1_000 + n)))
  return entries
}

export const upTo = (last: number): readonly number[] => Array.from({ length: last }, (_, index) => index + 1)

/** Appends to a stream, waiting for each, until it is stopped; gives how many were acknowledged. */
export function appendOn(process: LogProcess, key: string) {
  let acknowledged = 0
  const stopping = new AbortController()
  const done = (async () => {
    while (!stopping.signal.aborted) {
      await process.log.append(key, payload(acknowledged + 1), at(1_000 + acknowledged))
      acknowledged += 1
    }
  })()
  return {
    acknowledged: () => acknowledged,
    async stop() {
      stopping.abort()
      await done
      return acknowledged
    },
  }
}
