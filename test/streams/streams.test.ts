import { animationFrameScheduler, asyncScheduler, combineLatest, Subject } from 'rxjs'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { AnalyticsUpdate, MarketOverview, SystemStatus } from '#contract/messages.ts'
import { createMessageRouter, type ReceivedMessage } from '#src/streams/message-router.ts'
import {
  createStreams,
  marketTime,
  type FeedFrame,
  type FeedName,
  type FiguresByPair,
  type MarketSnapshot,
  type Problem,
} from '#src/streams/index.ts'
import { fillMissed, foldProblem } from '#src/streams/problems.ts'
import { marbles } from '#test/support/client/marbles.ts'
import { aLiveUpdate, aMarket, anAck, T0 } from '#test/support/data/messages.ts'
import { inertPorts } from '#test/support/client/inert-ports.ts'
import { CONNECTED, frameOf, startStreams } from '#test/support/client/streams.ts'

const NOW = T0 * 1000
const overview = (last: number): MarketOverview => ({
  type: 'MarketOverview',
  timestamp: NOW,
  data: {
    pairs: [
      {
        trading_pair: 'BTC/USD',
        last,
        covered_seconds: 60,
        open_24h: 1,
        change_24h_pct: null,
        high_24h: 9,
        low_24h: 1,
        volume_24h: 3,
      },
    ],
  },
})
const figures = (last: number): FiguresByPair =>
  new Map([['BTCUSD', { last, day: { change: (last - 1) * 100, high: 9, low: 1, volume: 3, coveredS: 60 } }]])
const status: SystemStatus = { type: 'SystemStatus', timestamp: NOW, data: { status: 'running' } }

describe('the message router', () => {
  it('[ST-6] emits messages by type, each once', () =>
    marbles(({ hot, expectObservable, expectSubscriptions }) => {
      const live = aLiveUpdate({}, { message_id: '1-0' })
      const ack = anAck()
      const frames$ = hot<FeedFrame>('-a-b-a-|', { a: frameOf(live), b: frameOf(ack, live, overview(1)) })
      const inbox = createMessageRouter({ frames$, now: () => 7 })
      const arrived = { feed: 'tdp' as const, receivedAt: 7 }
      expectObservable(inbox.live$).toBe('-l------', { l: [{ message: live, ...arrived }] })
      expectObservable(inbox.acks$).toBe('---k----', { k: { message: ack, ...arrived } })
      expectObservable(inbox.overviews$).toBe('---o----', { o: { message: overview(1), ...arrived } })
      expectObservable(inbox.messages$).toBe('-l-(ko)-', {
        l: { message: live, ...arrived },
        k: { message: ack, ...arrived },
        o: { message: overview(1), ...arrived },
      })
      inbox.start()
      expectSubscriptions(frames$.subscriptions).toBe('^------!')
    }))

  it('[ST-6] [ST-7] emits the messages of a frame in order, in batches that end at a gap or another type', () => {
    const frames$ = new Subject<FeedFrame>()
    const inbox = createMessageRouter({ frames$, now: () => 7 })
    const reported: unknown[] = []
    const seqsOf = (run: readonly ReceivedMessage[]) => run.map(({ message }) => message.seq)
    inbox.live$.subscribe((run) => reported.push(['live', ...seqsOf(run)]))
    inbox.updates$.subscribe((run) => reported.push(['updates', ...seqsOf(run)]))
    inbox.overviews$.subscribe(() => reported.push('overview'))
    inbox.gaps$.subscribe(({ type }) => reported.push(`gap ${type}`))
    const single: unknown[] = []
    inbox.messages$.subscribe(({ message }) => single.push(message.seq ?? message.type))
    inbox.start()
    const live = (seq: number) => aLiveUpdate({}, { seq })
    const update = (seq: number): AnalyticsUpdate => ({
      type: 'AnalyticsUpdate',
      timestamp: NOW,
      seq,
      data: { stream_key: 'k', data: {} },
    })
    frames$.next(frameOf(live(1), live(2), live(5), update(7), update(8), overview(1), live(6)))
    frames$.next(frameOf())
    frames$.next(frameOf(live(7)))
    frames$.next(frameOf(update(9), live(8), update(10)))
    expect(reported).toEqual([
      ['live', 1, 2],
      'gap LiveUpdate',
      ['live', 5],
      ['updates', 7, 8],
      'overview',
      ['live', 6],
      ['live', 7],
      ['updates', 9],
      ['live', 8],
      ['updates', 10],
    ])
    expect(single).toEqual([1, 2, 5, 7, 8, 'MarketOverview', 6, 7, 9, 8, 10])
  })

  it('[ST-7] [ST-8] [ST-19] emits gaps, restarts and rejects as values', () =>
    marbles(({ hot, expectObservable }) => {
      const numbered = (seq: number, epoch = 'a') => frameOf(aLiveUpdate({}, { seq, epoch }))
      const reject = { kind: 'format', text: 'Invalid message format received', count: 3 } as const
      const frames$ = hot<FeedFrame>('-a-b-c-d', {
        a: numbered(1),
        b: numbered(3),
        c: numbered(1, 'b'),
        d: { feed: 'tdp', frame: { messages: [], rejects: [reject] } },
      })
      const inbox = createMessageRouter({ frames$, now: () => 7 })
      const missed = { feed: 'tdp' as const, stream: 'LiveUpdate:BTC/USD:1m' }
      const gap = { ...missed, type: 'LiveUpdate' as const }
      expectObservable(inbox.gaps$).toBe('---g-g--', { g: gap })
      expectObservable(inbox.problems$).toBe('---p-q-r', {
        p: {
          kind: 'gap',
          text: 'Missed messages of LiveUpdate:BTC/USD:1m',
          count: 1,
          at: 7,
          missed: { ...missed, isRestart: false, isFilled: false },
        },
        q: {
          kind: 'gap',
          text: 'The server restarted LiveUpdate:BTC/USD:1m',
          count: 1,
          at: 7,
          missed: { ...missed, isRestart: true, isFilled: true },
        },
        r: { kind: 'frame', text: 'Invalid message format received', count: 3, at: 7 },
      })
      inbox.start()
    }))
})

describe('[MO-51] missed messages', () => {
  it('that arrive late close their gap, and a restart does not', () =>
    marbles(({ hot, expectObservable }) => {
      const numbered = (seq: number, epoch = 'a') => frameOf(aLiveUpdate({}, { seq, epoch }))
      const frames$ = hot<FeedFrame>('-abcdef', {
        a: numbered(1),
        b: numbered(4),
        c: numbered(3),
        d: numbered(2),
        e: numbered(9),
        f: numbered(1, 'b'),
      })
      const inbox = createMessageRouter({ frames$, now: () => 7 })
      expectObservable(inbox.closedGaps$).toBe('----d--', { d: { feed: 'tdp', stream: 'LiveUpdate:BTC/USD:1m' } })
      inbox.start()
    }))

  it('are filled for one stream, or for all of a socket', () => {
    const missed = (feed: FeedName, stream: string) => ({ feed, stream, isRestart: false, isFilled: false })
    const problems = [
      { kind: 'gap', text: 'a', count: 1, at: 1, missed: missed('analytics', 'a') },
      { kind: 'gap', text: 'b', count: 1, at: 1, missed: missed('analytics', 'b') },
      { kind: 'gap', text: 'c', count: 1, at: 1, missed: missed('tdp', 'c') },
      { kind: 'frame', text: 'd', count: 1, at: 1 },
    ] as const
    const filled = (feed: FeedName, stream?: string) =>
      fillMissed(problems, feed, stream).flatMap(({ text, missed: { isFilled = false } = {} }) =>
        isFilled ? [text] : [],
      )
    expect(filled('analytics', 'b')).toEqual(['b'])
    expect(filled('analytics')).toEqual(['a', 'b'])
    expect(filled('tdp')).toEqual(['c'])
  })

  it('[MO-50] are gone once they are cleared', async () => {
    vi.useFakeTimers({ now: 1_700_000_000_000 })
    onTestFinished(() => void vi.useRealTimers())
    const harness = startStreams()
    harness.emit(aLiveUpdate({}, { seq: 1, epoch: 'a' }), aLiveUpdate({}, { seq: 3, epoch: 'a' }))
    await harness.advance(20)
    expect(harness.problems()).toEqual([['Missed messages of LiveUpdate:BTC/USD:1m', 1]])
    harness.streams.clearProblems()
    await harness.advance(20)
    expect(harness.problems()).toEqual([])
  })
})

describe('one update per frame', () => {
  it('[ST-17] emits the newest value, and nothing if nothing changed', () =>
    marbles(({ hot, cold, animate, expectObservable, expectSubscriptions }) => {
      animate('             ----x---x---x---x')
      const frames$ = hot('  ^-ab-c-------d---', {
        a: frameOf(overview(1)),
        b: frameOf(overview(2)),
        c: frameOf(overview(3)),
        d: frameOf(overview(4)),
      })
      const expected = '     u---2---3-------4u'
      const link$ = cold('   k', { k: CONNECTED })
      const streams = createStreams({
        frames$,
        link$,
        pollDue$: cold('-'),
        fetchCandles: () => Promise.resolve({ kind: 'empty' }),
        recovered: () => undefined,
        ...inertPorts(),
        now: () => 0,
        timers: asyncScheduler,
        paint: animationFrameScheduler,
      })
      expectObservable(streams.pairFigures$).toBe(expected, {
        u: new Map(),
        2: figures(2),
        3: figures(3),
        4: figures(4),
      })
      const running = streams.start()
      cold('-----------------x').subscribe(() => running.unsubscribe())
      expectSubscriptions(frames$.subscriptions).toBe(['^----------------!'])
      expectSubscriptions(link$.subscriptions).toBe(['^----------------!'])
    }))
})

describe('the streams', () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: NOW })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('B11 hold the market last reported by the server, whose clock runs at its speed', () => {
    const harness = startStreams()
    const seen: (MarketSnapshot | undefined)[] = []
    harness.streams.market$.subscribe((reading) => seen.push(reading))
    const replay = aMarket({ kind: 'replay', now: 5_000, speed: 60 })
    harness.emit(anAck({ data: { connection_id: 'c', market: replay } }), status)
    const reading = { market: replay, receivedAt: NOW }
    expect(seen).toEqual([undefined, reading])
    expect(marketTime(reading, NOW + 1_000)).toBe(65_000)
    // Setting the clock back does not move the market's clock back.
    expect(marketTime(reading, NOW - 3_600_000)).toBe(5_000)
  })

  it('[ST-18] replay the current value to a late subscriber, and clear it when they stop', async () => {
    const harness = startStreams()
    harness.emit(anAck(), overview(5))
    harness.frames$.next({
      feed: 'tdp',
      frame: { messages: [], rejects: [{ kind: 'type', text: 'Message without a type', count: 1 }] },
    })
    await harness.advance(16)
    const now = () => {
      const found: unknown[][] = []
      const { market$, pairFigures$, problems$ } = harness.streams
      combineLatest([market$, pairFigures$, problems$])
        .subscribe((values) => found.push(values))
        .unsubscribe()
      return found[0]
    }
    expect(now()).toEqual([
      { market: aMarket(), receivedAt: NOW },
      figures(5),
      [{ kind: 'frame', text: 'Message without a type', count: 1, at: NOW }],
    ])
    harness.stop()
    expect(now()).toEqual([undefined, new Map(), []])
  })
})

describe('[ST-9] foldProblem', () => {
  it('counts equal problems, moves them to the end, and holds 100', () => {
    const problem = (text: string, at: number): Problem => ({ kind: 'frame', text, count: 1, at })
    const list = [problem('a', 1), problem('b', 2), problem('a', 3)].reduce(foldProblem, [] as readonly Problem[])
    expect(list).toEqual([problem('b', 2), { ...problem('a', 3), count: 2 }])
    const many = Array.from({ length: 100 }, (_, at) => problem(`${at}`, at)).reduce(foldProblem, list)
    expect(many).toHaveLength(100)
    expect(many.at(-1)).toEqual(problem('99', 99))
  })
})
