import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { of } from 'rxjs'
import { redact } from '#src/lib/inspection/scrub.ts'
import {
  createStreams,
  type HistoryResult,
  type CacheEntry,
  type StreamApi,
  type StreamCacheKey,
  type Streams,
  DEFAULT_VIEW,
} from '#src/streams/index.ts'
import { serializeRecording, parseRecording } from '#src/streams/session-recording/file-format.ts'
import { createSessionRecorder, type SessionRecorder } from '#src/streams/session-recording/session-recorder.ts'
import { createReplay, entriesOf } from '#src/streams/session-recording/replay.ts'
import { SEGMENT, type Segment } from '#src/streams/session-recording/recording.ts'
import { busyMarket, CATEGORIES } from '#bench/ingest/messages.ts'
import { anAck, T0 } from '#test/support/data/messages.ts'
import { inertPorts } from '#test/support/client/inert-ports.ts'
import { candleAt, CONNECTED, historyOf, startStreams } from '#test/support/client/streams.ts'

const hashOf = (value: unknown): string =>
  createHash('sha1')
    .update(JSON.stringify(value) ?? '')
    .digest('hex')

const NOTHING_ELSE = { lookups: [], machines: { actors: [], log: [], graphs: [] } }

/** Everything visible on screens, hashed at each change. */
function watchScreens(streams: Streams): string[] {
  const seen: string[] = []
  const look = (name: string) => (value: unknown) => void seen.push(`${name} ${hashOf(value)}`)
  for (const name of CATEGORIES) streams.records.category(name).subscribe(look(name))
  streams.records.summary$.subscribe(look('summary'))
  streams.candles.window$.subscribe(look('window'))
  streams.pastCandles(DEFAULT_VIEW).changes$.subscribe(look('candles'))
  streams.records.category('risk').subscribe((records) => look('risks')(records.map(({ data, key }) => [key, data])))
  streams.pairFigures$.subscribe((figures) => look('figures')([...figures]))
  streams.problems$.subscribe(look('problems'))
  streams.market$.subscribe(look('market'))
  return seen
}

const KEY = 'market:btcusd:m1:analysis:market_structure'
const api: StreamApi = {
  ...inertPorts().streamApi,
  list: () => of({ ok: true, value: [KEY] } as const),
  metadata: () => of({ ok: false, error: 'no answer' } as const),
}

interface RecordOptions {
  readonly seconds?: number
  readonly perSecond?: number
  readonly cached?: Partial<Record<StreamCacheKey, CacheEntry>>
  readonly histories?: readonly (HistoryResult | Error)[]
}

/** Records a minute of a busy market with a lost socket. */
async function record({
  seconds = 60,
  perSecond = 20,
  cached = {},
  histories = [historyOf(candleAt(0), candleAt(1))],
}: RecordOptions = {}) {
  let recording: SessionRecorder | undefined
  let seen: string[] = []
  const through: typeof createStreams = (ports, selecting) => {
    recording = createSessionRecorder(ports)
    const streams = recording.watch(createStreams(recording.ports, selecting))
    seen = watchScreens(streams)
    return streams
  }
  const harness = startStreams({ histories, delayMs: 30, streamApi: api, cached: cached, create: through })
  harness.link$.next(CONNECTED)
  harness.emit(anAck())
  const messages = busyMarket(seconds * perSecond)
  for (let second = 0; second < seconds; second += 1) {
    const batch = messages.slice(second * perSecond, (second + 1) * perSecond)
    harness.emitAnalytics(...batch.slice(0, 5))
    await harness.advance(300)
    harness.emit(...batch.slice(5))
    if (second === 20)
      harness.frames$.next({
        feed: 'tdp',
        frame: { messages: [], rejects: [{ kind: 'format', text: 'Not JSON', count: 1 }] },
      })
    if (second === 30) harness.link$.next({ ...CONNECTED, status: 'reconnecting' })
    if (second >= 31 && second % 10 === 0) {
      harness.analyticsPollDue$.next(undefined)
      harness.pollDue$.next(undefined)
    }
    await harness.advance(700)
  }
  if (recording === undefined) throw new Error('nothing was recorded')
  return { harness, seen: () => seen, recorded: recording.recording }
}

async function play(segments: readonly Segment[], onStart?: (streams: Streams) => void) {
  const [first, ...rest] = segments
  if (first === undefined) throw new Error('nothing recorded')
  const replay = createReplay([first, ...rest])
  const seen = watchScreens(replay.streams)
  if (onStart) {
    await replay.to(1)
    onStart(replay.streams)
  }
  await replay.to(Number.MAX_SAFE_INTEGER)
  return { seen, unmatched: replay.unmatched() }
}

const saved = (segments: readonly Segment[]): readonly Segment[] => {
  const [first, ...rest] = segments
  if (first === undefined) throw new Error('nothing recorded')
  const read = parseRecording(serializeRecording({ savedAt: 1, segments: [first, ...rest], ...NOTHING_ELSE }, redact))
  if (!read.ok) throw new Error(read.error)
  return read.value.segments
}

describe('the session recorder', () => {
  beforeEach(() => void vi.useFakeTimers({ now: T0 * 1000 + 90_000 }))
  afterEach(() => void vi.useRealTimers())

  it('[IN-9] replays a saved minute with the same values in the same order, frame by frame', async () => {
    const { seen, recorded } = await record()
    const live = [...seen()]
    expect(live.length).toBeGreaterThan(400)
    const segments = saved(recorded.segments())
    vi.setSystemTime(T0 * 1000 + 9_000_000)
    expect(await play(segments)).toEqual({ seen: live, unmatched: 0 })
  })

  it('[IN-9] includes cached data until it expires', async () => {
    const now = Date.now()
    const rows = [candleAt(-3), candleAt(-2)].map((candle) => Object.values(candle))
    const left = (value: object, ms: number): CacheEntry => ({
      text: JSON.stringify(value),
      cachedAt: now,
      expiresAt: now + ms,
    })
    const { seen, recorded } = await record({
      seconds: 3,
      histories: [{ kind: 'failed', error: 'no answer' }],
      cached: {
        'chart-data': left({ rows, isComplete: true }, 2_000),
        'last-update': left({ at: now - 60_000, receivedAt: now - 60_000 }, 2_500),
        'analytics-summary': left({ totalStreams: 3, activeStreams: 3, totalMessages: 9, categories: [] }, 9_000),
      },
    })
    const runs = recorded
      .segments()
      .flatMap(({ entries }) => entries.map((entry) => (entry.kind === 'run' ? entry.work : '')))
    expect(runs).toEqual(expect.arrayContaining(['timer 2000#1', 'timer 2500#1']))
    expect(await play(saved(recorded.segments()))).toEqual({ seen: seen(), unmatched: 0 })
  })

  it('[IN-9] replays the recorded view, whichever view its screens ask for', async () => {
    const { recorded } = await record({ seconds: 5 })
    const segments = saved(recorded.segments())
    const asked = await play(segments, (streams) => streams.show({ pair: 'ETHUSD', timeframe: 'M30' }))
    expect(asked).toEqual(await play(segments))
    expect(asked.unmatched).toBe(0)
  })

  it('[IN-9] shows another value if one number of the recording is changed', async () => {
    const { seen, recorded } = await record({ seconds: 5 })
    const text = JSON.stringify(recorded.segments())
    const changed: readonly Segment[] = JSON.parse(text.replace(/^(.*"strength":)0\.61/s, '$10.62'))
    expect((await play(changed)).seen).not.toEqual(seen())
  })

  it('[IN-10] retains five to ten minutes, replayable from the state on screen', async () => {
    const { harness, seen, recorded } = await record({ seconds: 5 })
    await harness.advance(SEGMENT.ms)
    harness.emitAnalytics(...busyMarket(40))
    await harness.advance(1_000)
    expect(recorded.segments()).toHaveLength(2)
    await harness.advance(SEGMENT.ms)
    harness.emitAnalytics(...busyMarket(80).slice(40))
    await harness.advance(1_000)
    const segments = recorded.segments()
    expect(segments).toHaveLength(2)
    expect(entriesOf(segments)[0]?.kind).not.toBe('start')
    const last = (name: string, all: readonly string[]) => all.findLast((line) => line.startsWith(name))
    const again = await play(saved(segments))
    for (const name of ['candles', 'risks', 'figures']) expect(last(name, again.seen)).toBe(last(name, seen()))
  })

  it('[IN-10] starts a new recording at another sign-in', async () => {
    const { harness, recorded } = await record({ seconds: 2 })
    harness.stop()
    const running = harness.streams.start()
    const [segment, ...others] = recorded.segments()
    expect([segment?.entries[0]?.kind, segment?.keyframe.frames, others]).toEqual(['start', [], []])
    running.unsubscribe()
  })

  it('[IN-11] distinguishes files that are no recording, damaged, empty or of another version', () => {
    const errorOf = (text: string) => {
      const read = parseRecording(text)
      return read.ok ? undefined : read.error
    }
    const empty = serializeRecording(
      {
        savedAt: 1,
        ...NOTHING_ELSE,
        segments: [{ keyframe: { ...keyframeOf() }, entries: [] }],
      },
      redact,
    )
    expect(errorOf('{')).toBe('not a recording')
    expect(errorOf('{"a":1}')).toBe('not a recording')
    expect(errorOf('{"format":"pairbot-flight","version":1}')).toBe('another version')
    expect(errorOf('{"format":"pairbot-flight","version":2,"segments":7}')).toBe('damaged')
    expect(errorOf(empty)).toBe('empty')
  })

  it('[IN-5] writes no e-mail address or token into the file', async () => {
    const { harness, recorded } = await record({ seconds: 1 })
    harness.frames$.next({
      feed: 'tdp',
      frame: { messages: [], rejects: [{ kind: 'shape', text: 'ann@example.org Bearer abc.def.ghi', count: 1 }] },
    })
    const segments = recorded.segments()
    const [first, ...rest] = segments
    const text =
      first === undefined ? '' : serializeRecording({ savedAt: 1, segments: [first, ...rest], ...NOTHING_ELSE }, redact)
    expect(text).toContain('[e-mail]')
    expect(text).not.toMatch(/ann@example|abc\.def/)
  })
})

const keyframeOf = (): Segment['keyframe'] => ({
  at: 1,
  view: DEFAULT_VIEW,
  link: { status: 'connected', wasConnected: true, isUnavailable: false },
  analytics: { status: 'connected', isFallback: false },
  counts: {},
  pending: [],
  cached: {},
  history: null,
  frames: [],
})
