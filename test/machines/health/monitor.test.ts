import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  healthErrors,
  healthFailure,
  healthReport,
  healthState,
  isMonitoring,
  isPolling,
} from '#src/machines/health/machine.ts'
import { failed, startHealthHarness, value, HEALTHY } from '#test/support/client/health.ts'

const START = Date.UTC(2024, 5, 3, 12)

beforeEach(() => void vi.useFakeTimers({ now: START }))
afterEach(() => void vi.useRealTimers())

const down = value({ status: 'error', redis_connection: { healthy: false, status: 'connection refused' } })

describe('[PH-1] [PH-2] polling', () => {
  it('starts at once and repeats every 10 s while there are watchers, never otherwise', async () => {
    const { watch, polls, pass, snapshot } = startHealthHarness()
    await pass(60_000)
    expect(polls()).toEqual([])
    const leave = watch()
    expect(isMonitoring(snapshot())).toBe(true)
    await pass(25_000)
    expect(polls()).toEqual([60_000, 70_000, 80_000])
    leave()
    expect(isMonitoring(snapshot())).toBe(false)
    await pass(60_000)
    expect(polls()).toHaveLength(3)
  })

  it('uses the interval of the first watcher until it leaves', async () => {
    const { watch, polls, pass } = startHealthHarness()
    const leaveModal = watch(15_000)
    await pass(1_000)
    const leaveScreen = watch()
    await pass(30_000)
    expect(polls()).toEqual([0, 15_000, 30_000])
    leaveModal()
    await pass(20_000)
    expect(polls()).toEqual([0, 15_000, 30_000, 40_000, 50_000])
    leaveScreen()
    await pass(20_000)
    expect(polls()).toHaveLength(5)
  })

  it('keeps the interval when another watcher leaves', async () => {
    const { watch, polls, pass } = startHealthHarness()
    watch(15_000)
    const leave = watch()
    await pass(4_000)
    leave()
    leave()
    await pass(12_000)
    expect(polls()).toEqual([0, 15_000])
  })

  it('aborts a poll and drops its result when the last watcher leaves', async () => {
    const { watch, setDelays, requests, pass, snapshot } = startHealthHarness()
    setDelays({ vitals: 3_000 })
    watch()()
    await pass(0)
    expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, true, true, true])
    await pass(5_000)
    expect(healthReport(snapshot())).toBeUndefined()
  })
})

describe('[PH-3] [PH-4] refresh and slow responses', () => {
  it('refresh polls at once and restarts the interval', async () => {
    const { watch, refresh, polls, pass } = startHealthHarness()
    watch()
    await pass(4_000)
    refresh()
    await pass(11_000)
    expect(polls()).toEqual([0, 4_000, 14_000])
  })

  it('refresh polls once without watchers', async () => {
    const { refresh, polls, pass, snapshot } = startHealthHarness()
    refresh()
    await pass(60_000)
    expect(polls()).toEqual([0])
    expect(healthState(snapshot())).toBe('healthy')
  })

  it('never polls twice at the same time, and skips polls missed during a slow response', async () => {
    const { watch, refresh, setDelays, polls, pass, snapshot } = startHealthHarness()
    setDelays({ vitals: 12_000 })
    watch()
    await pass(5_000)
    refresh()
    expect(isPolling(snapshot())).toBe(true)
    await pass(40_000)
    expect(polls()).toEqual([0, 20_000, 40_000])
  })

  it('keeps its interval when the clock is set back', async () => {
    const { watch, polls, pass, snapshot } = startHealthHarness()
    watch()
    await pass(1_000)
    vi.setSystemTime(START - 3_600_000)
    await pass(9_000)
    expect(polls()).toHaveLength(2)
    expect(healthReport(snapshot())?.responseMs).toBe(0)
  })
})

describe('[PH-5] [PH-6] [PH-7] the report', () => {
  it.each([
    ['healthy', true, 'healthy'],
    ['healthy', false, 'degraded'],
    ['degraded', true, 'degraded'],
    ['degraded', false, 'degraded'],
    ['unhealthy', false, 'degraded'],
    ['unhealthy', true, 'error'],
    ['error', true, 'error'],
    ['error', false, 'error'],
  ])('status %s with a healthy connection %s is %s', async (status, healthy, expected) => {
    const { refresh, pass, snapshot } = startHealthHarness({
      vitals: value({ status, redis_connection: { healthy, status: 'as it is' } }),
    })
    expect(healthState(snapshot())).toBeUndefined()
    refresh()
    await pass(0)
    expect(healthState(snapshot())).toBe(expected)
  })

  it('holds the complete report with its time and the response time of /health', async () => {
    const { refresh, setDelays, pass, snapshot } = startHealthHarness()
    setDelays({ vitals: 1_400, analytics: 1_500 })
    refresh()
    await pass(1_500)
    const { vitals, system, consumption, analytics } = HEALTHY
    expect(healthReport(snapshot())).toEqual({
      at: START + 1_500,
      responseMs: 1_400,
      vitals: vitals.ok && vitals.value,
      system,
      consumption,
      analytics,
    })
  })

  it('retains the last report when a later poll fails, and recovers', async () => {
    const { watch, setResponses, pass, snapshot } = startHealthHarness()
    watch()
    await pass(0)
    setResponses({ vitals: failed('No answer within 10 s') })
    await pass(10_000)
    expect(healthState(snapshot())).toBe('error')
    expect(healthFailure(snapshot())).toBe('No answer within 10 s')
    expect(healthReport(snapshot())?.at).toBe(START)
    setResponses(HEALTHY)
    await pass(10_000)
    expect([healthState(snapshot()), healthFailure(snapshot())]).toEqual(['healthy', undefined])
    expect(healthReport(snapshot())?.at).toBe(START + 20_000)
  })

  it('accepts a poll in which parts failed', async () => {
    const { refresh, pass, snapshot } = startHealthHarness({ system: failed('HTTP 500: Internal Server Error') })
    refresh()
    await pass(0)
    expect(healthState(snapshot())).toBe('healthy')
    expect(healthReport(snapshot())?.system).toEqual(failed('HTTP 500: Internal Server Error'))
    expect(healthErrors(snapshot())).toEqual([{ at: START, text: 'System status: HTTP 500: Internal Server Error' }])
  })
})

it('[PH-8] retains the last 5 errors with their times, oldest first', async () => {
  const { watch, setResponses, pass, snapshot } = startHealthHarness({ vitals: failed('No answer from the server') })
  watch()
  await pass(40_000)
  setResponses({ vitals: down, consumption: failed('HTTP 502: Bad Gateway') })
  await pass(10_000)
  expect(healthErrors(snapshot())).toEqual([
    { at: START + 20_000, text: 'No answer from the server' },
    { at: START + 30_000, text: 'No answer from the server' },
    { at: START + 40_000, text: 'No answer from the server' },
    { at: START + 50_000, text: 'Redis connection: connection refused' },
    { at: START + 50_000, text: 'Stream consumption: HTTP 502: Bad Gateway' },
  ])
})

describe('[PH-9] another session', () => {
  it('starts empty, polling at once while there are watchers', async () => {
    const { watch, changeSession, setResponses, polls, pass, snapshot } = startHealthHarness({ vitals: down })
    watch()
    await pass(3_000)
    setResponses(HEALTHY)
    changeSession()
    expect([healthReport(snapshot()), healthErrors(snapshot())]).toEqual([undefined, []])
    await pass(0)
    expect(polls()).toEqual([0, 3_000])
    expect(healthState(snapshot())).toBe('healthy')
  })

  it('starts empty and does not poll without watchers', async () => {
    const { refresh, changeSession, polls, pass, snapshot } = startHealthHarness()
    refresh()
    await pass(0)
    changeSession()
    await pass(60_000)
    expect(polls()).toEqual([0])
    expect(healthState(snapshot())).toBeUndefined()
  })
})
