import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { Suspense } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ProxyHealth, type ProxyHealthProps } from '#src/features/connection/status/ConnectionStatus.tsx'
import { html, json, silent, unreachable } from '#test/support/client/identity-service.ts'
import { HEALTHY_RESPONSES, createProxyHealthFixture } from '#test/support/client/proxy.ts'
import { servedWith } from '#test/support/client/services.tsx'

const START = Date.UTC(2024, 5, 3, 12)

beforeEach(() => void vi.useFakeTimers({ now: START }))
afterEach(() => void vi.useRealTimers())

const pass = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms))

/** Draws the monitor; `script` says what the proxy answers from the start. */
async function show(
  props: ProxyHealthProps = {},
  script?: (harness: ReturnType<typeof createProxyHealthFixture>) => void,
) {
  const harness = createProxyHealthFixture()
  script?.(harness)
  const monitor = Promise.resolve(harness.actor)
  const Served = servedWith({ health: () => monitor })
  const view = await act(async () =>
    render(
      <Served>
        <Suspense fallback="code is on its way">
          <ProxyHealth {...props} />
        </Suspense>
      </Served>,
    ),
  )
  return { ...harness, view }
}

const card = () => screen.getByRole('region', { name: 'Redis Proxy Health' })
/** Name, value, note and tone of the four cards. */
const tiles = () =>
  within(screen.getByRole('list', { name: 'Vitals' }))
    .getAllByRole('listitem')
    .map((tile) => [...[...tile.children].map((line) => line.textContent), tile.dataset['tone']])
const overall = () => ['Healthy', 'Degraded', 'Error'].filter((word) => within(card()).queryByText(word))
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

describe('[PH-5] [PH-13] the monitor on screen', () => {
  it('shows that it is loading until the first response', async () => {
    await show({}, ({ on }) => on('/health', silent))
    expect(screen.getByText('Loading Redis Proxy health status...')).toBeInTheDocument()
    expect(overall()).toEqual([])
    expect(card()).toHaveTextContent('Not updated yet')
  })

  it('[PH-15] shows why the server as a whole is not healthy', async () => {
    const errors = ['The server is read-only: its disk is full.', 'models: 1 file is missing']
    const connected = { healthy: true, status: 'connected' }
    await show({}, ({ on }) =>
      on('/health', () => json(200, { status: 'degraded', redis_connection: connected, timestamp: 1, errors })),
    )
    expect(overall()).toEqual(['Degraded'])
    const reported = within(card()).getByText('Reported by the server').parentElement ?? card()
    expect(
      within(reported)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(errors)
  })

  it('is healthy with its four vitals, the time of the last poll and its auto-monitoring state', async () => {
    await show()
    await pass(120)
    expect(overall()).toEqual(['Healthy'])
    // [PH-16]
    expect(within(card()).getByText(/^Redis: the server’s log of streams/)).toBeInTheDocument()
    expect(tiles()).toEqual([
      ['Redis Connection', 'Connected', 'connected', 'success'],
      ['Response Time', '0 ms', 'Last check 12:00:00 UTC', 'success'],
      ['Stream Consumption', 'Active', '2 features', 'success'],
      ['System Status', 'Running', 'Version 1.2.3', 'success'],
    ])
    expect(card()).toHaveTextContent('Last updated 12:00:00 UTC')
    expect(card()).toHaveTextContent('Auto-monitoring active')
    expect(screen.queryByText('Configuration')).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('[PH-16] is in memory, and its exchange simulated, where there is neither Redis nor Kraken', async () => {
    const redis_connection = { healthy: true, status: 'no Redis: kept in this process', engine: 'memory' }
    const config = { redis_exchange: 'simulated', redis_tdp_feed_prefix: 'tdp', websocket_port: 1, api_port: 1 }
    await show({ details: true }, ({ on }) => {
      on('/health', () => json(200, { status: 'healthy', redis_connection, timestamp: 1 }))
      on('/api/status', () => json(200, { status: 'running', version: '1.2.3', config }))
    })
    await pass(120)
    expect(tiles()[0]).toEqual(['Redis Connection', 'In memory', 'no Redis: kept in this process', 'success'])
    expect(within(card()).getByText('Exchange').nextSibling).toHaveTextContent('Simulated')
  })

  it('shows the error when the server answers 503 with a body', async () => {
    const body = { status: 'error', redis_connection: { healthy: false, status: 'connection refused' }, timestamp: 5 }
    await show({ details: true }, ({ on }) => on('/health', () => json(503, body)))
    await pass()
    expect(overall()).toEqual(['Error'])
    expect(tiles()[0]).toEqual(['Redis Connection', 'Disconnected', 'connection refused', 'danger'])
    expect(screen.queryByText('Unable to load Redis Proxy health status')).toBeNull()
    expect(screen.getByText('Redis connection: connection refused')).toBeInTheDocument()
  })

  it('is degraded while the proxy reports it, or while the connection is down without status error', async () => {
    const degraded = { status: 'degraded', redis_connection: { healthy: true, status: 'connected' } }
    const { on } = await show({}, (harness) => harness.on('/health', () => json(200, degraded)))
    await pass()
    expect(overall()).toEqual(['Degraded'])
    const cut = { status: 'healthy', redis_connection: { healthy: false, status: 'disconnected' } }
    on('/health', () => json(200, cut))
    await pass(10_000)
    expect(overall()).toEqual(['Degraded'])
    expect(tiles()[0]).toEqual(['Redis Connection', 'Disconnected', 'disconnected', 'danger'])
  })

  it('is healthy but amber when the response is slow', async () => {
    await show({}, ({ on }) =>
      on('/health', async () => {
        await new Promise((done) => setTimeout(done, 1_000))
        return json(200, HEALTHY_RESPONSES['/health'])
      }),
    )
    await pass(999)
    expect(screen.getByText('Loading Redis Proxy health status...')).toBeInTheDocument()
    await pass(1)
    expect(overall()).toEqual(['Healthy'])
    expect(tiles()[1]).toEqual(['Response Time', '1,000 ms', 'Last check 12:00:01 UTC', 'warning'])
  })

  it.each([
    ['there is no response', unreachable, 0, 'No answer from the server'],
    ['the answer does not come', silent, 10_000, 'No answer within 10 s'],
    ['the answer is nonsense', () => json(200, ['what?']), 0, 'Unexpected answer from the server'],
    ['the answer is a page', () => html(502, 'Bad Gateway'), 0, 'HTTP 502: Bad Gateway'],
  ])('HA-25 is an error with Retry when %s', async (_, answer, after, why) => {
    const { on } = await show({}, (harness) => harness.on('/health', answer))
    await pass(after)
    expect(overall()).toEqual(['Error'])
    const alert = screen.getByRole('alert')
    expect(within(alert).getByText('Unable to load Redis Proxy health status')).toBeInTheDocument()
    expect(alert.textContent).toContain(why)
    on('/health')
    fireEvent.click(within(alert).getByRole('button', { name: 'Retry' }))
    await pass()
    expect(overall()).toEqual(['Healthy'])
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('keeps the last good report with its time when the next poll fails', async () => {
    const { on } = await show()
    await pass()
    on('/health', unreachable)
    await pass(10_000)
    expect(overall()).toEqual(['Error'])
    expect(screen.getByRole('alert').textContent).toMatch(
      /^Unable to load Redis Proxy health statusNo answer from the serverShowing data from [\d-]+ 12:00:00 UTC\./,
    )
    expect(tiles()[0]).toEqual(['Redis Connection', 'Connected', 'connected', 'neutral'])
    expect(card()).toHaveTextContent('Last updated 12:00:00 UTC')
    on('/health')
    press('Retry')
    await pass()
    expect(overall()).toEqual(['Healthy'])
    expect(card()).toHaveTextContent('Last updated 12:00:10 UTC')
  })

  it('shows why each part failed', async () => {
    await show({ details: true }, ({ on }) => {
      on('/api/streams/consume', () => json(200, { status: 'not_started', features: ['resume'] }))
      on('/api/status', () => html(500, 'Internal Server Error'))
    })
    await pass()
    expect(tiles().slice(2)).toEqual([
      ['Stream Consumption', 'Failed', '1 feature, not_started', 'danger'],
      ['System Status', 'Stopped', 'HTTP 500: Internal Server Error', 'danger'],
    ])
    expect(screen.getByText('System status: HTTP 500: Internal Server Error')).toBeInTheDocument()
  })
})

describe('[PH-12] details', () => {
  it('add configuration, features and the last 5 errors, newest first', async () => {
    const { on } = await show({ details: true })
    await pass()
    const rows = screen.getAllByRole('term').map((term) => [term.textContent, term.nextElementSibling?.textContent])
    expect(rows).toEqual([
      ['Exchange', 'Kraken'],
      ['TDP feed prefix', 'tdp'],
      ['WebSocket port', '8080'],
      ['API port', '8081'],
    ])
    const chips = screen.getByRole('list', { name: 'Features' })
    expect([...chips.children].map((chip) => chip.textContent)).toEqual(['resume', 'batching'])
    expect(screen.queryByText('Recent errors (UTC)')).toBeNull()
    on('/health', unreachable)
    await pass(60_000)
    const list = screen.getByText('Recent errors (UTC)').nextElementSibling
    expect([...(list?.children ?? [])].map((line) => line.textContent)).toEqual(
      [60, 50, 40, 30, 20].map(
        (at) => `No answer from the server12:0${Math.floor(at / 60)}:${String(at % 60).padStart(2, '0')}`,
      ),
    )
  })
})

describe('[PH-12] [PH-13] [PH-14] HA-25 while the server is unreachable', () => {
  const PATHS = Object.keys(HEALTHY_RESPONSES)
  const lines = () => [...(screen.getByText('Recent errors (UTC)').nextElementSibling?.children ?? [])]

  it('shows the error with Retry, the last 5 errors and a FAILED test, and recovers within 15 s', async () => {
    const { on } = await show({ details: true, everyMs: 15_000 })
    await pass()
    for (const path of PATHS) on(path, unreachable)
    await pass(90_000)
    expect(overall()).toEqual(['Error'])
    expect(within(screen.getByRole('alert')).getByText('Unable to load Redis Proxy health status')).toBeInTheDocument()
    expect(within(screen.getByRole('alert')).getByRole('button', { name: 'Retry' })).toBeInTheDocument()
    expect(lines().map((line) => line.textContent)).toEqual(
      ['01:30', '01:15', '01:00', '00:45', '00:30'].map((at) => `No answer from the server12:${at}`),
    )

    press('Test')
    await pass()
    const tests = Object.values({
      '/health': 'basic health',
      '/api/status': 'system status running',
      '/api/streams/consume': 'stream consumer initialized',
      '/api/analytics': 'analytics health present',
      '/api/streams': 'stream listing non-empty',
    })
    const report = screen.getByRole('alertdialog', { name: 'Health test FAILED' })
    expect([...report.querySelectorAll('p')].flatMap((line) => line.textContent?.split('\n') ?? [])).toEqual([
      '5 tests run',
      ...tests.map((name) => `✗ ${name}: 0 ms, No answer from the server`),
    ])
    fireEvent.click(within(report).getByRole('button', { name: 'OK' }))
    await pass(500)
    expect(lines().map((line) => line.textContent)).toEqual([
      `Health test failed: ${tests.map((name) => `${name} (No answer from the server)`).join('; ')}12:01:30`,
      ...['01:30', '01:15', '01:00', '00:45'].map((at) => `No answer from the server12:${at}`),
    ])

    for (const path of PATHS) on(path)
    await pass(15_000)
    expect(overall()).toEqual(['Healthy'])
    expect(within(card()).queryByRole('alert')).toBeNull()
  })
})

describe('[PH-1] [PH-3] the polling interval', () => {
  it('is 10 s or as requested, and Refresh polls immediately', async () => {
    const { requests, view } = await show({ everyMs: 15_000 })
    const looks = () => requests.filter((path) => path === '/health').length
    await pass(14_000)
    expect(looks()).toBe(1)
    await pass(2_000)
    expect(looks()).toBe(2)
    press('Refresh')
    await pass()
    expect(looks()).toBe(3)
    view.unmount()
    await pass(60_000)
    expect(looks()).toBe(3)
  })
})

describe('[PH-14] Test', () => {
  it('alerts PASSED with the number of tests and each result', async () => {
    await show()
    await pass()
    press('Test')
    await pass()
    const alert = screen.getByRole('alertdialog', { name: 'Health test PASSED' })
    expect([...alert.querySelectorAll('p')].flatMap((line) => line.textContent?.split('\n') ?? [])).toEqual([
      '5 tests run',
      '✓ basic health: 0 ms',
      '✓ system status running: 0 ms',
      '✓ stream consumer initialized: 0 ms',
      '✓ analytics health present: 0 ms',
      '✓ stream listing non-empty: 0 ms',
    ])
    fireEvent.click(within(alert).getByRole('button', { name: 'OK' }))
    await pass(500)
    expect(screen.queryByRole('alertdialog')).toBeNull()
  })

  it('alerts FAILED, is busy meanwhile, and adds the failure to the errors', async () => {
    await show({ details: true }, ({ on }) => {
      on('/api/streams', () => json(200, { streams: [] }))
      on('/api/analytics', silent)
    })
    press('Test')
    await pass(9_000)
    expect(screen.getByRole('button', { name: 'Test' })).toHaveAttribute('aria-busy', 'true')
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await pass(1_000)
    const alert = screen.getByRole('alertdialog', { name: 'Health test FAILED' })
    expect(alert).toHaveTextContent('5 tests run')
    expect(alert.textContent).toContain('✗ analytics health present: 10,000 ms, No answer within 10 s')
    expect(alert.textContent).toContain('✗ stream listing non-empty: 0 ms, No streams are listed')
    expect(
      screen.getByText(
        'Health test failed: analytics health present (No answer within 10 s); stream listing non-empty (No streams are listed)',
      ),
    ).toBeInTheDocument()
  })
})
