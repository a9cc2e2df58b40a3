import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { StreamRecord } from '#src/streams/index.ts'
import { toAnalyticsUpdate } from '#server/streams/analytics-feed.ts'
import { createMemoryLog } from '#server/streams/memory-log.ts'
import { publishCurrent } from '#test/support/data/analysed.ts'
import { seeded, walk } from '#test/support/data/analysis.ts'
import { aLiveUpdate, anAck, T0 } from '#test/support/data/messages.ts'
import { mutant } from '#test/support/data/mutants.ts'
import { findUnprintable } from '#test/support/data/mutations.ts'
import { recordCount } from '#test/support/counts.ts'
import { startStreams } from '#test/support/client/streams.ts'
import { viewsOf } from '#test/support/client/views.ts'
import { parseFrame } from '#src/transport/socket/socket.ts'

const MUTANTS = Number(process.env['PAIRBOT_TEST_FUZZ'] ?? 4_000)
/** Low, so that few records are replaced before their views are read. */
const PER_PAINT = 8
const PER_TICK = 200
/** Then the server restarts: otherwise a mutant's future timestamp would make every real entry look stale. */
const PER_EPOCH = 2_000
/** Then another user signs in: otherwise a mutant's market clock would reject real entries. */
const PER_VISIT = 20_000
const SLOW_MS = 50

/** The messages of one day: every analysis stream and the messages in between. */
async function recorded(): Promise<string[]> {
  const log = createMemoryLog({ epoch: 'e' })
  await publishCurrent(log, walk({ count: 1_440, start: T0 - 86_400 }))
  const keys = await log.keys()
  const updates = await Promise.all(
    keys.map(async (key) => (await log.recent(key, 1)).map((entry) => toAnalyticsUpdate(key, entry, 'e'))),
  )
  return [...updates.flat(), anAck(), aLiveUpdate()].map((message) => JSON.stringify(message))
}

/**
 * The message as the next entry of its stream, created now: otherwise most mutants would be dropped as duplicates or
 * old.
 */
const numbered = (text: string, index: number): string =>
  text
    .replace(/"message_id":"[^"]*"/, `"message_id":"${T0 * 1000 + index}-0"`)
    .replace(/"seq":\d+/, `"seq":${index + 1}`)
    .replace(/"epoch":"e"/, `"epoch":"e${Math.floor(index / PER_EPOCH)}"`)
    .replace(/"(timestamp|now)":\d{13}/g, `"$1":${Date.now()}`)

function faultsOf(record: StreamRecord): string[] {
  const { key, data, messageCount, timestamp, receivedAt } = record
  const isSound =
    key !== '' && data !== undefined && [messageCount, timestamp, receivedAt].every((figure) => Number.isFinite(figure))
  const faults = [...(isSound ? [] : ['record']), ...findUnprintable(viewsOf(record))]
  return faults.map((fault) => `${fault} of ${JSON.stringify(record)}`)
}

beforeEach(() => {
  vi.useFakeTimers({ now: T0 * 1000, toFake: ['Date', 'setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

/** One visit: each mutant is parsed, folded, rendered and read by every screen. Returns how many got how far. */
function visit(texts: readonly string[], random: () => number, mutants: number) {
  const harness = startStreams()
  for (const name of ['analysis', 'signals', '', '__proto__', 'constructor'])
    harness.streams.records.category(name).subscribe()
  const faults: string[] = []
  const read = new Map<string, unknown>()
  let viewed = 0
  harness.streams.records.all$.subscribe((records) => {
    for (const record of records) {
      if (read.get(record.key) === record.data) continue
      read.set(record.key, record.data)
      viewed += 1
      faults.push(...faultsOf(record))
    }
  })
  /** Processes one message and renders when due; returns the processor time in ms. */
  function timed(text: string, isPainted: boolean): number {
    const began = process.cpuUsage()
    harness.frames$.next({ feed: 'analytics', frame: parseFrame(text) })
    if (isPainted) harness.flushFrame()
    const { user, system } = process.cpuUsage(began)
    return (user + system) / 1000
  }
  const slow: string[] = []
  for (let index = 0; index < mutants && faults.length === 0; index += 1) {
    let text = numbered(texts[Math.floor(random() * texts.length)] ?? '', index)
    for (let times = 1 + Math.floor(random() * 3); times > 0; times -= 1) text = mutant(text, random)
    if (timed(text, index % PER_PAINT === 0) >= SLOW_MS) slow.push(text)
    if (index % PER_TICK === 0) vi.advanceTimersByTime(5_000)
  }
  const { totalStreams, totalMessages } = harness.summary()
  expect(faults).toEqual([])
  // A real hang is reproducible; a garbage collection is not.
  expect(slow.filter((text) => timed(text, true) >= SLOW_MS)).toEqual([])
  expect([totalStreams > 20, totalStreams <= 2_048, Number.isFinite(totalMessages)]).toEqual([true, true, true])
  expect(JSON.parse(JSON.stringify(harness.resumptions)).every((each: object) => Object.keys(each).length === 2)).toBe(
    true,
  )
  harness.pageHides$.next(0)
  expect(Array.isArray(JSON.parse(harness.cached('stream-data') ?? ''))).toBe(true)
  harness.stop()
  return { viewed, taken: totalMessages }
}

it(
  `MS-24 MS-17 [ST-28] [MA-27] ${MUTANTS} mutated messages: no exception, no figure that is none, no prototype changed`,
  { timeout: 20_000 + MUTANTS },
  async ({ task }) => {
    recordCount({ task }, 'Mutated messages read', MUTANTS)
    const random = seeded(7)
    const texts = await recorded()
    const prototypes = () => [Object.prototype, Array.prototype, String.prototype].map(Object.getOwnPropertyNames)
    const before = prototypes()
    const reached = { viewed: 0, taken: 0 }
    for (let left = MUTANTS; left > 0; left -= PER_VISIT) {
      const { viewed, taken } = visit(texts, random, Math.min(left, PER_VISIT))
      reached.viewed += viewed
      reached.taken += taken
    }
    expect(prototypes()).toEqual(before)
    // Enough mutants reached the records and the views.
    expect([reached.taken > MUTANTS / 4, reached.viewed > MUTANTS / 5]).toEqual([true, true])
  },
)
