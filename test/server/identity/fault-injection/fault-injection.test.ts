import { describe, expect, it } from 'vitest'
import { faultSchema, type Fault, type FaultInput } from '#contract/fault-injection.ts'
import { createFaultInjection, type FaultNews } from '#server/identity/fault-injection/fault-injection.ts'
import { createManualTimers } from '#test/support/server/manual-timers.ts'

const ADA = { sessionId: 'ada', token: 'token-1' }
const faultOf = (start: FaultInput): Fault => faultSchema.parse(start)
const OUTAGE = faultOf({ kind: 'answer-503', seconds: 60 })

function setUp() {
  const timers = createManualTimers(Date.parse('2026-01-05T08:00:00Z'))
  const faultInjection = createFaultInjection({ now: timers.now, after: (ms, run) => timers.after(ms, run) })
  const changes: unknown[] = []
  faultInjection.changes$.subscribe((change) => changes.push(change))
  return { timers, faultInjection, changes }
}

describe('fault injection', () => {
  it('[DR-1] affects its own session only and ends on time to the millisecond', async () => {
    const { timers, faultInjection, changes } = setUp()
    const injection = faultInjection.start(ADA, OUTAGE)

    expect(injection).toEqual({
      id: expect.any(String),
      fault: { kind: 'answer-503', seconds: 60 },
      started_at: '2026-01-05T08:00:00.000Z',
      ends_at: '2026-01-05T08:01:00.000Z',
    })
    expect([
      faultInjection.current('ada'),
      faultInjection.faultOf('ada'),
      faultInjection.failureStatus('ada', 'any'),
    ]).toEqual([injection, OUTAGE, 503])
    expect([
      faultInjection.current('bob'),
      faultInjection.faultOf('bob'),
      faultInjection.failureStatus('bob', 'token-1'),
    ]).toEqual([undefined, undefined, undefined])
    await timers.advance(59_999)
    expect(faultInjection.failureStatus('ada', 'any')).toBe(503)
    await timers.advance(1)
    expect([faultInjection.current('ada'), faultInjection.failureStatus('ada', 'any'), timers.armed()]).toEqual([
      undefined,
      undefined,
      0,
    ])
    expect(changes).toEqual([
      { sessionId: 'ada', fault: OUTAGE },
      { sessionId: 'ada', fault: undefined },
    ])
  })

  it('[DR-2] allows one fault per session, in several sessions at a time', () => {
    const { faultInjection } = setUp()
    const first = faultInjection.start(ADA, OUTAGE)
    expect(faultInjection.start(ADA, faultOf({ kind: 'cut-socket', seconds: 1 }))).toBeUndefined()
    expect(faultInjection.current('ada')).toEqual(first)
    expect(faultInjection.start({ sessionId: 'bob', token: 't' }, OUTAGE)).toMatchObject({ fault: OUTAGE })
    expect(faultInjection.stop('ada')).toEqual(first)
    expect([
      faultInjection.failureStatus('ada', 'x'),
      faultInjection.failureStatus('bob', 'x'),
      faultInjection.stop('ada'),
    ]).toEqual([undefined, 503, undefined])
  })

  it('[DR-1] does not end the next fault by the timer of a stopped one', async () => {
    const { timers, faultInjection } = setUp()
    faultInjection.start(ADA, faultOf({ kind: 'answer-503', seconds: 10 }))
    await timers.advance(5_000)
    faultInjection.stop('ada')
    const next = faultInjection.start(ADA, OUTAGE)
    await timers.advance(30_000)
    expect(faultInjection.current('ada')).toEqual(next)
  })

  it('[DR-5] responds 401 to the requesting token only, unless renewed tokens are included', () => {
    const { faultInjection } = setUp()
    faultInjection.start(ADA, faultOf({ kind: 'answer-401', seconds: 5 }))
    expect([faultInjection.failureStatus('ada', 'token-1'), faultInjection.failureStatus('ada', 'token-2')]).toEqual([
      401,
      undefined,
    ])
    faultInjection.stop('ada')
    faultInjection.start(ADA, faultOf({ kind: 'answer-401', seconds: 5, renewed: true }))
    expect([faultInjection.failureStatus('ada', 'token-1'), faultInjection.failureStatus('ada', 'token-2')]).toEqual([
      401, 401,
    ])
  })

  it.each<FaultInput>([
    { kind: 'cut-socket', seconds: 5 },
    { kind: 'delay-feed', seconds: 5 },
    { kind: 'broken-json', seconds: 5 },
    { kind: 'stop-stream', seconds: 5, stream: 'tdp:kraken:BTCUSD:analysis:divergence' },
  ])('[DR-5] $kind does not affect requests', (start) => {
    const { faultInjection } = setUp()
    faultInjection.start(ADA, faultOf(start))
    expect(faultInjection.failureStatus('ada', 'token-1')).toBeUndefined()
  })

  describe('in several processes', () => {
    /** Two processes that notify each other while `isConnected`. */
    function setUpTwo() {
      const timers = createManualTimers(Date.parse('2026-01-05T08:00:00Z'))
      const link = { isConnected: true, news: [] as FaultNews[] }
      const create = () => createFaultInjection({ now: timers.now, after: (ms, run) => timers.after(ms, run) })
      const [one, two] = [create(), create()]
      const connect = (from: typeof one, to: typeof one) =>
        from.news$.subscribe((news) => {
          link.news.push(news)
          if (link.isConnected) to.apply(news)
        })
      connect(one, two)
      connect(two, one)
      return { timers, link, one, two }
    }

    it('[OP-57] a fault affects its session at both and ends on time, without its token being sent', async () => {
      const { timers, link, one, two } = setUpTwo()
      const injection = one.start(ADA, faultOf({ kind: 'answer-401', seconds: 30 }))
      expect(two.current('ada')).toEqual(injection)
      expect([two.failureStatus('ada', 'token-1'), two.failureStatus('ada', 'token-2')]).toEqual([401, undefined])
      expect(two.start(ADA, OUTAGE)).toBeUndefined()
      expect(JSON.stringify(link.news)).not.toContain('token-1')
      await timers.advance(30_000)
      expect([one.current('ada'), two.current('ada'), timers.armed()]).toEqual([undefined, undefined, 0])
    })

    it('[OP-57] stops at both, whichever stops it', () => {
      const { one, two } = setUpTwo()
      const injection = one.start(ADA, OUTAGE)
      expect(two.stop('ada')).toEqual(injection)
      expect(one.current('ada')).toBeUndefined()
    })

    it('[OP-51] what was not received is sent again', () => {
      const { link, one, two } = setUpTwo()
      link.isConnected = false
      one.start(ADA, OUTAGE)
      link.isConnected = true
      one.announce()
      expect(two.faultOf('ada')).toEqual(OUTAGE)
      link.isConnected = false
      two.stop('ada')
      link.isConnected = true
      one.announce()
      expect([one.current('ada'), two.current('ada')]).toEqual([undefined, undefined])
    })

    it('[OP-57] of two that were started at once, both keep the earlier one', async () => {
      const { timers, link, one, two } = setUpTwo()
      link.isConnected = false
      const first = one.start(ADA, OUTAGE)
      await timers.advance(1)
      two.start(ADA, faultOf({ kind: 'cut-socket', seconds: 60 }))
      link.isConnected = true
      for (const each of [two, one]) each.announce()
      expect([one.current('ada'), two.current('ada')]).toEqual([first, first])
    })
  })

  it('ends all faults when the service closes', () => {
    const { timers, faultInjection, changes } = setUp()
    faultInjection.start(ADA, OUTAGE)
    faultInjection.start({ sessionId: 'bob', token: 't' }, OUTAGE)
    faultInjection.close()
    expect([changes.slice(2), timers.armed()]).toEqual([
      [
        { sessionId: 'ada', fault: undefined },
        { sessionId: 'bob', fault: undefined },
      ],
      0,
    ])
  })
})
