import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { healthErrors, healthTestReport, isTesting } from '#src/machines/health/machine.ts'
import { healthTestFailure } from '#src/machines/health/health-tests.ts'
import { failed, startHealthHarness, value } from '#test/support/client/health.ts'

const START = Date.UTC(2024, 5, 3, 12)

beforeEach(() => void vi.useFakeTimers({ now: START }))
afterEach(() => void vi.useRealTimers())

const NAMES = [
  'basic health',
  'system status running',
  'stream consumer initialized',
  'analytics health present',
  'stream listing non-empty',
]

describe('[PH-10] the five tests', () => {
  it('pass on a healthy proxy, each with its own time', async () => {
    const { runTests, setDelays, pass, snapshot } = startHealthHarness()
    setDelays({ vitals: 20, system: 30, consumption: 40, analytics: 50, streams: 60 })
    const running = runTests()
    expect(isTesting(snapshot())).toBe(true)
    await pass(60)
    const report = await running
    expect(report).toEqual({
      passed: true,
      tests: NAMES.map((name, at) => ({ name, passed: true, response_time_ms: 20 + at * 10 })),
    })
    expect(isTesting(snapshot())).toBe(false)
    expect(healthTestReport(snapshot())).toBe(report)
    expect(healthErrors(snapshot())).toEqual([])
    expect(report && healthTestFailure(report)).toBeUndefined()
  })

  it.each([
    [
      'basic health',
      { vitals: value({ status: 'error', redis_connection: { healthy: false, status: 'refused' } }) },
      'Status is error, Redis connection is refused',
    ],
    ['system status running', { system: value({ status: 'stopped' }) }, 'Status is stopped'],
    ['stream consumer initialized', { consumption: value({ status: 'starting', features: [] }) }, 'Status is starting'],
    [
      'analytics health present',
      { analytics: failed('Unexpected answer from the server') },
      'Unexpected answer from the server',
    ],
    ['stream listing non-empty', { streams: value([]) }, 'No streams are listed'],
  ])('%s fails alone, with a reason', async (name, script, error) => {
    const { runTests, pass, snapshot } = startHealthHarness(script)
    const running = runTests()
    await pass(0)
    const report = await running
    expect(report).toEqual({
      passed: false,
      tests: NAMES.map((each) => ({
        name: each,
        passed: each !== name,
        response_time_ms: 0,
        ...(each === name ? { error } : {}),
      })),
    })
    expect(report && healthTestFailure(report)).toBe(`Health test failed: ${name} (${error})`)
    expect(healthErrors(snapshot())).toEqual([{ at: START, text: `Health test failed: ${name} (${error})` }])
  })

  it('run without watchers, and trigger no poll', async () => {
    const { runTests, polls, pass } = startHealthHarness()
    const running = runTests()
    await pass(60_000)
    await running
    expect(polls()).toEqual([0])
  })
})

describe('[PH-11] run twice', () => {
  it('gives both callers the same report', async () => {
    const { runTests, setDelays, requests, pass } = startHealthHarness()
    setDelays({ vitals: 500 })
    const first = runTests()
    await pass(200)
    const second = runTests()
    await pass(300)
    expect(await first).toBe(await second)
    expect(requests).toHaveLength(5)
  })

  it('has no report after the session has ended', async () => {
    const { runTests, setDelays, changeSession, requests, pass } = startHealthHarness()
    setDelays({ vitals: 500 })
    const running = runTests()
    await pass(200)
    changeSession()
    expect(await running).toBeUndefined()
    expect(requests.map(({ signal }) => signal.aborted)).toEqual([true, true, true, true, true])
  })
})
