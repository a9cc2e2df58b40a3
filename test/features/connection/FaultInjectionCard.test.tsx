import { act, fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Suspense } from 'react'
import { of } from 'rxjs'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Role } from '#contract/roles.ts'
import FaultInjectionCard from '#src/features/connection/fault-injection/FaultInjectionCard.tsx'
import { FaultInjectionForm } from '#src/features/connection/fault-injection/FaultInjectionForm.tsx'
import { faultOf, FIRST_DRAFT } from '#src/features/connection/fault-injection/draft.ts'
import { recordOf } from '#test/support/client/records.ts'
import { startFaultInjectionHarness } from '#test/support/client/fault-injection.ts'
import { USER } from '#test/support/client/identity-service.ts'
import { createWorld, signIn, START } from '#test/support/client/session.ts'
import { servedWith } from '#test/support/client/services.tsx'

beforeEach(() => void vi.useFakeTimers({ now: START }))
afterEach(() => void vi.useRealTimers())

const pass = (ms = 0) => act(() => vi.advanceTimersByTimeAsync(ms))

async function show(role: Role = 'Admin') {
  const harness = startFaultInjectionHarness()
  const tab = createWorld({}, { ...USER, role }).open()
  await signIn(tab)
  const records = { all$: of([recordOf('b:b', { Analysis: {} }), recordOf('c:c', null), recordOf('a:a', {})]) }
  const injection = Promise.resolve(harness.actor)
  const Served = servedWith({
    session: tab.actor,
    streams: { records },
    faultInjection: () => injection,
  })
  await act(async () =>
    render(
      <Served>
        <Suspense>
          <FaultInjectionCard />
        </Suspense>
      </Served>,
    ),
  )
  return harness
}

/** Name, expected, seen, result: the result stands second, so that it is in sight on narrow windows. */
const cells = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent))
    .map(([name, result, expected, seen]) => [name, expected, seen, result])
const button = (name: string) => screen.getByRole('button', { name })
const press = (name: string) => fireEvent.click(button(name))

describe('[PH-45] fault injection on screen', () => {
  it.each(['Viewer', 'Trader'] as const)('is hidden from a %s', async (role) => {
    await show(role)
    expect(screen.queryByText('Drill')).toBeNull()
  })

  it('injects the chosen fault, counts down, and shows expected and observed behaviour until recovery', async () => {
    const { requests, observeStates, observeText } = await show()
    press('Inject Fault')
    expect(requests).toEqual([{ kind: 'cut-socket', seconds: 10 }])
    expect(button('Stop')).toHaveProperty('disabled', true)
    act(() => {
      observeStates('tdp', 'connected')
      observeStates('analytics', 'connected')
    })
    await pass(100)
    expect(screen.getByText('Cut the socket: 10 s left')).toBeInTheDocument()
    act(() => {
      observeStates('tdp', 'reconnecting')
      observeText('Connection lost: Connection closed unexpectedly')
    })
    await pass(4_000)
    expect(screen.getByText('Cut the socket: 7 s left')).toBeInTheDocument()
    const text = 'Connection lost: Connection closed unexpectedly'
    expect(cells()).toEqual([
      ['Check', 'Expected', 'Observed', 'Result'],
      ['Market data socket', 'connected → reconnecting → connected', 'connected → reconnecting', 'awaited'],
      ['Analytics socket', 'connected → reconnecting → connected', 'connected', 'awaited'],
      ['Messages', text, text, 'as expected'],
      ['Recovery', 'within 10.0 s', '–', 'awaited'],
    ])
    act(() => observeStates('analytics', 'reconnecting', 'connected'))
    await pass(6_000)
    expect(screen.getByText('Cut the socket: ended, recovering')).toBeInTheDocument()
    await pass(2_500)
    act(() => observeStates('tdp', 'connected'))
    expect(screen.getByText('Cut the socket: done')).toBeInTheDocument()
    expect(cells().map(([name, , seen, result]) => [name, seen, result])).toEqual([
      ['Check', 'Observed', 'Result'],
      ['Market data socket', 'connected → reconnecting → connected', 'as expected'],
      ['Analytics socket', 'connected → reconnecting → connected', 'as expected'],
      ['Messages', text, 'as expected'],
      ['Recovery', '2.5 s', 'as expected'],
    ])
  })

  it('shows what differed', async () => {
    const { observeStates } = await show()
    press('Inject Fault')
    act(() => observeStates('tdp', 'connected', 'error, API polling', 'connected'))
    act(() => observeStates('analytics', 'connected'))
    await pass(10_100)
    expect(cells().slice(1)).toEqual([
      [
        'Market data socket',
        'connected → reconnecting → connected',
        'connected → error, API polling → connected',
        'different',
      ],
      ['Analytics socket', 'connected → reconnecting → connected', 'connected', 'different'],
      ['Messages', 'Connection lost: Connection closed unexpectedly', 'none', 'different'],
      ['Recovery', 'within 10.0 s', '0.0 s', 'as expected'],
    ])
  })

  it('stops on demand', async () => {
    const { requests } = await show()
    press('Inject Fault')
    await pass(2_100)
    press('Stop')
    expect(button('Stopping...')).toHaveAttribute('aria-busy', 'true')
    await pass(100)
    expect(requests.at(-1)).toBe('stop')
    expect(screen.getByText('Cut the socket: ended, recovering')).toBeInTheDocument()
  })

  it('shows why the server rejects a fault', async () => {
    const { script } = await show()
    script.start = { ok: false, error: 'A drill is running already' }
    press('Inject Fault')
    await pass(100)
    expect(screen.getByRole('alert').textContent).toBe('A drill is running already')
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('rejects an invalid duration', async () => {
    const { requests } = await show()
    const seconds = screen.getByLabelText('Seconds')
    fireEvent.change(seconds, { target: { value: '' } })
    expect(button('Inject Fault')).toHaveProperty('disabled', true)
    fireEvent.change(seconds, { target: { value: '60' } })
    press('Inject Fault')
    expect(requests).toEqual([{ kind: 'cut-socket', seconds: 60 }])
  })

  it('accepts any whole number of milliseconds, not only full steps', async () => {
    vi.useRealTimers()
    const onStart = vi.fn()
    render(<FaultInjectionForm phase="idle" streams={[]} onStart={onStart} onStop={() => undefined} />)
    const user = userEvent.setup()
    await user.click(screen.getByRole('combobox', { name: 'Fault' }))
    await user.click(await screen.findByRole('option', { name: 'Delay the feed' }))
    const delay = screen.getByRole('textbox', { name: 'Delay' })
    await user.clear(delay)
    await user.type(delay, '2055{Tab}')
    await user.click(button('Inject Fault'))
    expect(onStart.mock.calls).toEqual([[{ kind: 'delay-feed', seconds: 10, delay_ms: 2_055 }]])
  })

  it('offers the streams with data, sorted', async () => {
    vi.useRealTimers()
    const onStart = vi.fn()
    render(<FaultInjectionForm phase="idle" streams={['a:a', 'b:b']} onStart={onStart} onStop={() => undefined} />)
    const user = userEvent.setup()
    const choose = async (field: string, option: string) => {
      await user.click(screen.getByRole('combobox', { name: field }))
      await user.click(await screen.findByRole('option', { name: option }))
    }
    await choose('Fault', 'Stop one stream')
    expect(screen.getByRole('combobox', { name: 'Stream' }).textContent).toBe('a:a')
    await choose('Stream', 'b:b')
    await user.click(button('Inject Fault'))
    expect(onStart.mock.calls).toEqual([[{ kind: 'stop-stream', seconds: 10, stream: 'b:b' }]])
  })
})

describe('[PH-45] the requested fault', () => {
  it.each([
    [{}, { kind: 'cut-socket', seconds: 10 }],
    [{ socket: 'tdp' }, { kind: 'cut-socket', seconds: 10, socket: 'tdp' }],
    [{ kind: 'delay-feed' }, { kind: 'delay-feed', seconds: 10, delay_ms: 2_000 }],
    [{ kind: 'delay-feed', delayMs: 99 }, undefined],
    [{ kind: 'delay-feed', delayMs: null }, undefined],
    [{ kind: 'delay-feed', delayMs: 10_001 }, undefined],
    [
      { kind: 'broken-json', socket: 'analytics' },
      { kind: 'broken-json', seconds: 10, socket: 'analytics' },
    ],
    [{ kind: 'stop-stream' }, { kind: 'stop-stream', seconds: 10, stream: 'first' }],
    [
      { kind: 'stop-stream', stream: 'other' },
      { kind: 'stop-stream', seconds: 10, stream: 'other' },
    ],
    [{ kind: 'answer-401' }, { kind: 'answer-401', seconds: 10 }],
    [
      { kind: 'answer-401', renewed: true },
      { kind: 'answer-401', seconds: 10, renewed: true },
    ],
    [
      { kind: 'answer-503', socket: 'tdp' },
      { kind: 'answer-503', seconds: 10 },
    ],
    [{ seconds: 0 }, undefined],
    [{ seconds: 61 }, undefined],
    [{ seconds: 1.5 }, undefined],
    [{ seconds: null }, undefined],
  ] as const)('%j', (change, fault) => {
    expect(faultOf({ ...FIRST_DRAFT, ...change }, 'first')).toEqual(fault)
  })

  it('requires a stream for stop-stream', () => {
    expect(faultOf({ ...FIRST_DRAFT, kind: 'stop-stream' }, undefined)).toBeUndefined()
  })
})
