import { describe, expect, it } from 'vitest'
import { faultSchema, type Fault, type FaultInput } from '#contract/fault-injection.ts'
import { createFaultInjection } from '#server/identity/fault-injection/fault-injection.ts'
import { createManualTimers } from '#test/support/server/manual-timers.ts'

const ADA = { sessionId: 'ada', token: 'token-1' }
const faultOf = (start: FaultInput): Fault => faultSchema.parse(start)
const OUTAGE = faultOf({ kind: 'answer-503', seconds: 60 })

function world() {
  const timers = createManualTimers(Date.parse('2026-01-05T08:00:00Z'))
  const drills = createFaultInjection({ now: timers.now, after: (ms, run) => timers.after(ms, run) })
  const changes: unknown[] = []
  drills.changes$.subscribe((change) => changes.push(change))
  return { timers, drills, changes }
}

describe('fault injection', () => {
  it('[DR-1] affects its own session only and ends on time to the millisecond', async () => {
    const { timers, drills, changes } = world()
    const drill = drills.start(ADA, OUTAGE)

    expect(drill).toEqual({
      id: expect.any(String),
      fault: { kind: 'answer-503', seconds: 60 },
      started_at: '2026-01-05T08:00:00.000Z',
      ends_at: '2026-01-05T08:01:00.000Z',
    })
    expect([drills.current('ada'), drills.faultOf('ada'), drills.failureStatus('ada', 'any')]).toEqual([
      drill,
      OUTAGE,
      503,
    ])
    expect([drills.current('bob'), drills.faultOf('bob'), drills.failureStatus('bob', 'token-1')]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    await timers.advance(59_999)
    expect(drills.failureStatus('ada', 'any')).toBe(503)
    await timers.advance(1)
    expect([drills.current('ada'), drills.failureStatus('ada', 'any'), timers.armed()]).toEqual([
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
    const { drills } = world()
    const first = drills.start(ADA, OUTAGE)
    expect(drills.start(ADA, faultOf({ kind: 'cut-socket', seconds: 1 }))).toBeUndefined()
    expect(drills.current('ada')).toEqual(first)
    expect(drills.start({ sessionId: 'bob', token: 't' }, OUTAGE)).toMatchObject({ fault: OUTAGE })
    expect(drills.stop('ada')).toEqual(first)
    expect([drills.failureStatus('ada', 'x'), drills.failureStatus('bob', 'x'), drills.stop('ada')]).toEqual([
      undefined,
      503,
      undefined,
    ])
  })

  it('[DR-1] does not end the next fault by the timer of a stopped one', async () => {
    const { timers, drills } = world()
    drills.start(ADA, faultOf({ kind: 'answer-503', seconds: 10 }))
    await timers.advance(5_000)
    drills.stop('ada')
    const next = drills.start(ADA, OUTAGE)
    await timers.advance(30_000)
    expect(drills.current('ada')).toEqual(next)
  })

  it('[DR-5] responds 401 to the requesting token only, unless renewed tokens are included', () => {
    const { drills } = world()
    drills.start(ADA, faultOf({ kind: 'answer-401', seconds: 5 }))
    expect([drills.failureStatus('ada', 'token-1'), drills.failureStatus('ada', 'token-2')]).toEqual([401, undefined])
    drills.stop('ada')
    drills.start(ADA, faultOf({ kind: 'answer-401', seconds: 5, renewed: true }))
    expect([drills.failureStatus('ada', 'token-1'), drills.failureStatus('ada', 'token-2')]).toEqual([401, 401])
  })

  it.each<FaultInput>([
    { kind: 'cut-socket', seconds: 5 },
    { kind: 'delay-feed', seconds: 5 },
    { kind: 'broken-json', seconds: 5 },
    { kind: 'stop-stream', seconds: 5, stream: 'tdp:kraken:BTCUSD:analysis:divergence' },
  ])('[DR-5] $kind does not affect requests', (start) => {
    const { drills } = world()
    drills.start(ADA, faultOf(start))
    expect(drills.failureStatus('ada', 'token-1')).toBeUndefined()
  })

  it('ends all faults when the service closes', () => {
    const { timers, drills, changes } = world()
    drills.start(ADA, OUTAGE)
    drills.start({ sessionId: 'bob', token: 't' }, OUTAGE)
    drills.close()
    expect([changes.slice(2), timers.armed()]).toEqual([
      [
        { sessionId: 'ada', fault: undefined },
        { sessionId: 'bob', fault: undefined },
      ],
      0,
    ])
  })
})
