import { animationFrameScheduler, map, NEVER, of, type Observable } from 'rxjs'
import { TestScheduler, type RunHelpers } from 'rxjs/testing'
import { describe, expect, it } from 'vitest'
import type { AnalyticsUpdate, LiveUpdate } from '#contract/messages.ts'
import type { ReceivedMessage, Gap } from '#src/streams/message-router.ts'
import type { Quality, QualityMinute } from '#src/streams/quality/quality.ts'
import { createQualityRecorder, type QualityRecorderDeps, type Refill } from '#src/streams/quality/recorder.ts'
import { aLiveUpdate, anAck } from '#test/support/data/messages.ts'
import { bucketOf } from '#src/streams/quality/hour.ts'

const KEY = 'tdp:kraken:BTCUSD:analysis:divergence'
/** Timestamps above this are milliseconds: the virtual clock starts that far ahead. */
const S0 = 2e12

const update = (sentAt: number, key = KEY): ReceivedMessage<AnalyticsUpdate> => ({
  message: {
    type: 'AnalyticsUpdate',
    timestamp: S0 + sentAt,
    data: { stream_key: key, data: { Analysis: { strength: 1 } }, timestamp: S0 },
  },
  feed: 'analytics',
  receivedAt: 0,
})
const tick = (sentAt: number): ReceivedMessage<LiveUpdate> => ({
  message: aLiveUpdate({}, { timestamp: S0 + sentAt }),
  feed: 'tdp',
  receivedAt: 0,
})
const ack = (at: number): ReceivedMessage<ReturnType<typeof anAck>> => ({
  message: anAck({ timestamp: S0 + at }),
  feed: 'analytics',
  receivedAt: 0,
})

interface World {
  readonly updates$?: Observable<ReceivedMessage<AnalyticsUpdate>>
  readonly live$?: Observable<ReceivedMessage<LiveUpdate>>
  readonly acks$?: Observable<ReceivedMessage<ReturnType<typeof anAck>>>
  readonly gaps$?: Observable<Gap>
  readonly refills$?: Observable<Refill>
  readonly refused$?: QualityRecorderDeps['router']['refused$']
  readonly hidden$?: Observable<boolean>
  readonly links?: readonly [tdp: Observable<string>, analytics: Observable<string>]
}

/** Final quality of the two sockets and one stream, on a virtual clock. */
function record(build: (helpers: RunHelpers) => World, until = 200): Record<'tdp' | 'analytics' | 'stream', Quality> {
  const read: Partial<Record<'tdp' | 'analytics' | 'stream', Quality>> = {}
  const scheduler = new TestScheduler((actual, expected) => expect(actual).toEqual(expected))
  scheduler.run((helpers) => {
    const { updates$ = NEVER, live$ = NEVER, acks$ = NEVER, gaps$ = NEVER, refills$ = NEVER, ...more } = build(helpers)
    const now = () => S0 + scheduler.now()
    const stamped = <T extends ReceivedMessage>(arrivals$: Observable<T>): Observable<readonly T[]> =>
      arrivals$.pipe(map((arrival) => [{ ...arrival, receivedAt: now() }]))
    const [tdp, analytics] = more.links ?? [of('connected'), of('connected')]
    const link = (status$: Observable<string>) => status$.pipe(map((status) => ({ status }) as never))
    const recorder = createQualityRecorder({
      router: {
        updates$: stamped(updates$),
        live$: stamped(live$),
        acks$,
        gaps$,
        overviews$: NEVER,
        refused$: more.refused$ ?? NEVER,
      },
      refills$,
      ports: {
        hidden$: more.hidden$ ?? of(false),
        now,
        paint: animationFrameScheduler,
        link$: link(tdp),
        analytics: { link$: link(analytics) },
      },
    })
    const running = recorder.start()
    helpers.cold(`${until}ms (x|)`).subscribe(() => {
      recorder
        .socket('tdp')
        .subscribe((quality) => (read.tdp = quality))
        .unsubscribe()
      recorder
        .socket('analytics')
        .subscribe((quality) => (read.analytics = quality))
        .unsubscribe()
      recorder
        .stream(KEY)
        .subscribe((quality) => (read.stream = quality))
        .unsubscribe()
      running.unsubscribe()
    })
  })
  return read as Required<typeof read>
}

/** The minute in which a test happens, with ages as their buckets. */
function lastOf({ minutes }: Quality): Omit<QualityMinute, 'p50' | 'p99'> & { readonly ages: readonly number[] } {
  const { p50, p99, ...counts } = minutes.at(-1)!
  return { ...counts, ages: [p50, p99].flatMap((age) => (age === undefined ? [] : [bucketOf(age)])) }
}
const QUIET = { samples: 0, gaps: 0, refills: 0, reconnects: 0, refused: 0, disconnectedMs: 0, ages: [] }
const aged = (...ms: number[]) => ({ samples: ms.length, ages: [bucketOf(ms[0]!), bucketOf(ms.at(-1)!)] })

describe('[MO-20] age at paint', () => {
  it('is the time from sending to the frame, for the newest message of each stream', () => {
    const { stream, analytics, tdp } = record(({ animate, hot }) => {
      animate('              ---x----x-----x')
      return { updates$: hot('a-b----c--------', { a: update(0), b: update(2), c: update(-30) }) }
    })
    const two = { ...QUIET, ...aged(1, 38) }
    expect(lastOf(stream)).toEqual({ ...two, ages: [bucketOf(1), bucketOf(38)] })
    expect(lastOf(analytics)).toEqual(lastOf(stream))
    expect(lastOf(tdp)).toEqual(QUIET)
  })

  it('is measured per stream and per socket', () => {
    const { stream, analytics, tdp } = record(({ animate, hot }) => {
      animate('              ------x')
      return {
        updates$: hot('-(ab)--', { a: update(-60), b: update(-200, 'tdp:kraken:ETHUSD:analysis:divergence') }),
        live$: hot('   --a----', { a: tick(1) }),
      }
    })
    expect(lastOf(stream)).toEqual({ ...QUIET, ...aged(66) })
    expect(lastOf(analytics)).toEqual({ ...QUIET, ...aged(66, 206) })
    expect(lastOf(tdp)).toEqual({ ...QUIET, ...aged(5) })
  })

  it('ignores messages sent before the connection: they are catch-up', () => {
    const { stream } = record(({ animate, hot }) => {
      animate('              ---x---x')
      return {
        acks$: hot('   a-------', { a: ack(0) }),
        updates$: hot('-a---b--', { a: update(-5_000), b: update(4) }),
      }
    })
    expect(lastOf(stream)).toEqual({ ...QUIET, ...aged(3) })
  })

  it('corrects a slow local clock until the next connection', () => {
    const { stream } = record(({ animate, hot }) => {
      animate('              -x-x----x')
      return {
        acks$: hot('   -----a---', { a: ack(0) }),
        updates$: hot('a-b---c--', { a: update(500), b: update(400), c: update(4) }),
      }
    })
    const { p99, samples } = stream.minutes.at(-1)!
    // 1 ms above the minimum latency, then 103 ms, then 4 ms on the next connection
    expect([samples, bucketOf(p99 ?? 0)]).toEqual([3, bucketOf(103)])
  })

  it('[MO-23] ignores messages received or pending in a hidden tab', () => {
    const { stream } = record(({ animate, hot }) => {
      animate('              --------------x-------x')
      return {
        hidden$: hot(' n--y-----n------------', { n: false, y: true }),
        updates$: hot('--a--b---------------c', { a: update(2), b: update(5), c: update(21) }),
      }
    })
    expect(lastOf(stream)).toEqual({ ...QUIET, ...aged(1) })
  })
})

describe('[MO-24] losses', () => {
  it('counts gaps and refills for the stream and its socket', () => {
    const gap: Gap = { feed: 'analytics', type: 'AnalyticsUpdate', stream: KEY }
    const { stream, analytics, tdp } = record(({ hot }) => ({
      gaps$: hot('   g-gc', { g: gap, c: { feed: 'tdp', type: 'LiveUpdate', stream: 'LiveUpdate:BTC/USD:1m' } }),
      refills$: hot('-r-t', { r: { feed: 'analytics', key: KEY }, t: { feed: 'tdp' } }),
    }))
    expect(lastOf(stream)).toEqual({ ...QUIET, gaps: 2, refills: 1 })
    expect(lastOf(analytics)).toEqual({ ...QUIET, gaps: 2, refills: 1 })
    expect(lastOf(tdp)).toEqual({ ...QUIET, gaps: 1, refills: 1 })
  })

  it('counts unreadable messages for their socket', () => {
    const { tdp, analytics } = record(({ hot }) => ({
      refused$: hot('r-r', { r: { feed: 'tdp', count: 4 } }),
    }))
    expect([lastOf(tdp).refused, lastOf(analytics).refused]).toEqual([8, 0])
  })

  it('counts reconnects and the time disconnected, but not the first connection', () => {
    const words = { d: 'disconnected', c: 'connected', r: 'reconnecting' }
    const { tdp, analytics } = record(({ hot }) => ({
      links: [hot('d-c', words), hot('c---r-----r--c', words)],
    }))
    expect(lastOf(tdp)).toEqual({ ...QUIET, disconnectedMs: 2 })
    expect(lastOf(analytics)).toEqual({ ...QUIET, reconnects: 1, disconnectedMs: 9 })
  })

  it('reports a disconnection while it lasts', () => {
    const words = { c: 'connected', e: 'error' }
    const { analytics } = record(({ hot }) => ({ links: [of('connected'), hot('c 99ms e', words)] }), 160)
    expect(lastOf(analytics)).toEqual({ ...QUIET, disconnectedMs: 60 })
  })
})

describe('[MO-25] the quality monitor', () => {
  it('emits the current value, then every five seconds if it changed, and is cleared at the end', () => {
    const scheduler = new TestScheduler((actual, expected) => expect(actual).toEqual(expected))
    scheduler.run(({ animate, hot, expectObservable }) => {
      animate('-x')
      const recorder = createQualityRecorder({
        router: {
          updates$: hot('a', { a: [update(0)] }),
          live$: NEVER,
          acks$: NEVER,
          gaps$: NEVER,
          overviews$: NEVER,
          refused$: NEVER,
        },
        refills$: NEVER,
        ports: {
          hidden$: of(false),
          now: () => S0 + scheduler.now(),
          paint: animationFrameScheduler,
          link$: NEVER,
          analytics: { link$: NEVER },
        },
      })
      const running = recorder.start()
      const samples$ = recorder.stream(KEY).pipe(map(({ samples }) => samples))
      expectObservable(samples$, '^ 12s !').toBe('a 4999ms b 4999ms c', { a: 0, b: 1, c: 0 })
      expectObservable(samples$, '-----^ 5s !').toBe('-----b', { b: 1 })
      hot('7s x').subscribe(() => {
        running.unsubscribe()
        expect(recorder.socket('analytics')).toBeDefined()
      })
      expectObservable(recorder.stream(KEY).pipe(map(({ samples }) => samples)), '8s ^ 1ms !').toBe('8s n', { n: 0 })
    })
  })
})
