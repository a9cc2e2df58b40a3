import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { StreamRecord } from '#src/streams/index.ts'
import { parseFrame } from '#src/transport/frames.ts'
import { toAnalyticsUpdate } from '#server/streams/analytics-feed.ts'
import { createMemoryLog } from '#server/streams/memory-log.ts'
import { publishCurrent } from '#test/rig/analysed.ts'
import { seeded, walk } from '#test/rig/analysis.ts'
import { aLiveUpdate, anAck, T0 } from '#test/rig/messages.ts'
import { startStreams } from '#test/rig/streams.ts'

const MUTANTS = Number(process.env['PAIRBOT_TEST_FUZZ'] ?? 20_000)
const PER_PAINT = 200
const SLOW_MS = 50

const WORDS = ['1e999', '-1e999', 'null', '-0', '1e308', '"NaN"', '[]', '{}', 'true', '"__proto__"', '""', '-1', '1e18']
const KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'stream_key',
  'message_id',
  'timestamp',
  'seq',
  'epoch',
  'data',
  'type',
]

/** What the server really sends: every analysis stream of a day, and what stands between. */
async function recorded(): Promise<string[]> {
  const log = createMemoryLog({ epoch: 'e' })
  await publishCurrent(log, walk({ count: 1_440, start: T0 - 86_400 }))
  const keys = await log.keys()
  const updates = await Promise.all(
    keys.map(async (key) => (await log.recent(key, 1)).map((entry) => toAnalyticsUpdate(key, entry, 'e'))),
  )
  return [...updates.flat(), anAck(), aLiveUpdate()].map((message) => JSON.stringify(message))
}

/** The same message as the next entry of its stream: otherwise most mutants would fall as duplicates. */
const numbered = (text: string, index: number): string =>
  text
    .replace(/"message_id":"[^"]*"/, `"message_id":"${T0 * 1000 + index}-0"`)
    .replace(/"seq":\d+/, `"seq":${index + 1}`)

function mutant(text: string, random: () => number): string {
  const at = Math.floor(random() * text.length)
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? ''
  const numbers = [...text.matchAll(/(?<=[:[,])-?\d+(\.\d+)?/g)]
  const names = [...text.matchAll(/"(\w+)":/g)]
  const replaced = (matches: readonly RegExpExecArray[], by: (found: string) => string) => {
    const match = matches[Math.floor(random() * matches.length)]
    return match?.index !== undefined
      ? text.slice(0, match.index) + by(match[0]) + text.slice(match.index + match[0].length)
      : text
  }
  switch (Math.floor(random() * 7)) {
    case 0:
      return (
        text.slice(0, at) +
        String.fromCharCode(text.charCodeAt(at) ^ (1 << Math.floor(random() * 8))) +
        text.slice(at + 1)
      )
    case 1:
      return text.slice(0, at) + text.slice(at + Math.floor(random() * 20))
    case 2:
      return replaced(numbers, () => pick(WORDS))
    case 3:
      return replaced(names, () => `"${pick(KEYS)}":`)
    case 4:
      return replaced(names, (name) => `"${pick(KEYS)}":${pick(WORDS)},${name}`)
    case 5:
      return replaced(numbers, (number) => `${random() < 0.5 ? '-' : ''}${number}${Math.floor(random() * 1e6)}`)
    default:
      return replaced(names, (name) => name.replace(/\w+/, (word) => word.split('').toReversed().join('')))
  }
}

const faultsOf = (record: StreamRecord): string[] => {
  const { key, data, messageCount, timestamp, receivedAt } = record
  const isSound =
    key !== '' && data !== undefined && [messageCount, timestamp, receivedAt].every((figure) => Number.isFinite(figure))
  return isSound ? [] : [JSON.stringify(record)]
}

beforeEach(() => {
  vi.useFakeTimers({ now: T0 * 1000, toFake: ['Date', 'setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] })
})
afterEach(() => {
  vi.useRealTimers()
})

it(
  `MS-24 MS-17 [ST-28] ${MUTANTS} mutated messages: no exception, no figure that is none, no prototype changed`,
  { timeout: 20_000 + MUTANTS },
  async () => {
    const random = seeded(7)
    const texts = await recorded()
    const rig = startStreams()
    const prototypes = () => [Object.prototype, Array.prototype, String.prototype].map(Object.getOwnPropertyNames)
    const before = prototypes()
    const records: StreamRecord[] = []
    const categories = [
      'analysis',
      'technical_indicators',
      'processed_candles',
      'signals',
      '',
      '__proto__',
      'constructor',
    ]
    for (const name of categories) rig.streams.records.category(name).subscribe((list) => void records.push(...list))
    const faults: string[] = []
    let slowest = 0
    for (let index = 0; index < MUTANTS; index += 1) {
      let text = numbered(texts[Math.floor(random() * texts.length)] ?? '', index)
      for (let times = 1 + Math.floor(random() * 3); times > 0; times -= 1) text = mutant(text, random)
      const began = process.cpuUsage()
      rig.frames$.next({ feed: 'analytics', frame: parseFrame(text) })
      const { user, system } = process.cpuUsage(began)
      slowest = Math.max(slowest, (user + system) / 1000)
      if (index % PER_PAINT !== PER_PAINT - 1) continue
      vi.advanceTimersByTime(5_000)
      rig.frame()
      faults.push(...records.flatMap(faultsOf))
      records.length = 0
    }
    const { totalStreams, totalMessages } = rig.summary()
    expect(faults).toEqual([])
    expect(prototypes()).toEqual(before)
    expect(slowest).toBeLessThan(SLOW_MS)
    // Not all refused: the mutants did get as far as the records.
    expect([
      totalStreams > 20,
      totalStreams <= 2_048,
      totalMessages > MUTANTS / 4,
      Number.isFinite(totalMessages),
    ]).toEqual([true, true, true, true])
    expect(JSON.parse(JSON.stringify(rig.resumptions)).every((each: object) => Object.keys(each).length === 2)).toBe(
      true,
    )
    rig.pageHides$.next(0)
    expect(Array.isArray(JSON.parse(rig.kept('stream-data') ?? ''))).toBe(true)
  },
)
