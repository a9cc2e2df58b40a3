import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { recoveryMs } from '#src/machines/fault-injection/record.ts'
import { faultError } from '#src/machines/fault-injection/machine.ts'
import { startFaultInjectionHarness } from '#test/support/client/fault-injection.ts'

const START = Date.UTC(2024, 5, 3, 12)
const CUT = { kind: 'cut-socket', seconds: 5, socket: 'tdp' } as const

beforeEach(() => void vi.useFakeTimers({ now: START }))
afterEach(() => void vi.useRealTimers())

/** A fault that the server has just started. */
async function running() {
  const harness = startFaultInjectionHarness()
  harness.start(CUT)
  harness.observeStates('tdp', 'connected')
  await harness.pass(100)
  return harness
}

describe('[PH-40] an injected fault', () => {
  it('is requested, starts with the response, and is recovered from', async () => {
    const { start, phase, record, observeStates, observeText, isObserving, requests, pass } =
      startFaultInjectionHarness()
    expect([phase(), isObserving()]).toEqual(['idle', false])
    start(CUT)
    observeStates('tdp', 'connected')
    expect([phase(), isObserving(), requests]).toEqual(['starting', true, [CUT]])
    await pass(100)
    expect([phase(), record()?.startedAt]).toEqual(['running', START + 100])
    observeStates('tdp', 'reconnecting')
    observeText('Connection lost: Connection closed unexpectedly')
    await pass(4_999)
    expect(phase()).toBe('running')
    await pass(1)
    expect([phase(), record()?.endedAt, record()?.isClosed]).toEqual(['recovering', START + 5_100, false])
    await pass(1_900)
    observeStates('tdp', 'connected')
    expect([phase(), isObserving()]).toEqual(['idle', false])
    expect(record()).toEqual({
      fault: CUT,
      startedAt: START + 100,
      endedAt: START + 5_100,
      recoveredAt: START + 7_000,
      isClosed: true,
      states: {
        tdp: [
          { state: 'connected', at: START },
          { state: 'reconnecting', at: START + 100 },
          { state: 'connected', at: START + 7_000 },
        ],
      },
      texts: [{ text: 'Connection lost: Connection closed unexpectedly', at: START + 100 }],
    })
  })

  it('that changes nothing is over at its end', async () => {
    const { phase, record, pass } = await running()
    await pass(5_000)
    expect(phase()).toBe('idle')
    expect(recoveryMs(record()!)).toBe(0)
  })

  it('can be stopped early', async () => {
    const { stop, observeStates, phase, record, requests, pass } = await running()
    observeStates('tdp', 'reconnecting')
    await pass(1_000)
    stop()
    expect(phase()).toBe('stopping')
    await pass(100)
    expect([phase(), requests.at(-1), record()?.endedAt]).toEqual(['recovering', 'stop', START + 1_200])
  })

  it('ends by itself while the server is slow to stop it', async () => {
    const { stop, script, phase, record, pass } = await running()
    script.delayMs = 60_000
    stop()
    await pass(5_000)
    expect([phase(), record()?.endedAt]).toEqual(['idle', START + 5_100])
  })

  it('goes on when the server refuses to stop it, with the reason', async () => {
    const { actor, stop, script, phase, pass } = await running()
    script.stop = { ok: false, error: 'HTTP 500: Internal Server Error' }
    stop()
    await pass(100)
    expect([phase(), faultError(actor.getSnapshot())]).toEqual(['running', 'HTTP 500: Internal Server Error'])
    await pass(4_900)
    expect(phase()).toBe('idle')
  })

  it('that is refused leaves no record but the reason', async () => {
    const { actor, start, script, phase, record, isObserving, pass } = startFaultInjectionHarness()
    script.start = { ok: false, error: 'A fault is already active' }
    start(CUT)
    await pass(100)
    expect([phase(), record(), isObserving()]).toEqual(['idle', undefined, false])
    expect(faultError(actor.getSnapshot())).toBe('A fault is already active')
    delete script.start
    start(CUT)
    expect(faultError(actor.getSnapshot())).toBeUndefined()
  })

  it('is the only one at a time', async () => {
    const { start, requests } = await running()
    start({ kind: 'answer-503', seconds: 1 })
    expect(requests).toEqual([CUT])
  })

  it('ends with its session and leaves nothing', async () => {
    const { changeSession, phase, record, isObserving } = await running()
    changeSession()
    expect([phase(), record(), isObserving()]).toEqual(['idle', undefined, false])
  })
})

it('[PH-43] recovery times out after twice the expected time', async () => {
  const { observeStates, phase, record, pass } = await running()
  observeStates('tdp', 'reconnecting')
  await pass(5_000)
  // After a cut of 5 s the retry at 8.4 s at the latest counts, plus 2 s: 5.4 s after the end.
  await pass(10_799)
  expect(phase()).toBe('recovering')
  await pass(1)
  expect(phase()).toBe('idle')
  expect([record()?.recoveredAt, record()?.isClosed]).toEqual([undefined, true])
})
