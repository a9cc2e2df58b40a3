import { act, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { useConnection } from '#src/features/connection/useConnection.ts'
import { startConnection } from '#test/support/client/connection.ts'
import { servedWith } from '#test/support/client/services.tsx'

const START = Date.UTC(2024, 5, 3, 12)

beforeEach(() => {
  vi.useFakeTimers({ now: START })
})
afterEach(() => {
  vi.useRealTimers()
})

function follow() {
  const harness = startConnection()
  let renders = 0
  const { result } = renderHook(
    () => {
      renders += 1
      return useConnection('tdp')
    },
    {
      wrapper: servedWith({
        connections: { tdp: harness.actor, analytics: startConnection({ feed: 'analytics' }).actor },
      }),
    },
  )
  return { ...harness, view: () => result.current, renders: () => renders }
}

describe('[PH-20] the view model of a connection', () => {
  it('follows its state machine', () => {
    const { view, connect, sockets } = follow()
    expect(view()).toMatchObject({ feed: 'tdp', status: 'disconnected', isFallback: false, errors: [] })
    act(() => connect())
    expect(view().status).toBe('connecting')
    act(() => sockets[0]?.acknowledge('c-7'))
    expect(view()).toMatchObject({
      status: 'connected',
      info: { connectionId: 'c-7', connectedAt: START, reconnectCount: 0, isPersistent: true },
    })
    act(() => sockets[0]?.drop())
    expect(view().status).toBe('reconnecting')
    expect(view().errors).toHaveLength(1)
  })

  it('does not rerender for values it does not show', () => {
    const { connect, sockets, renders } = follow()
    act(() => connect())
    act(() => sockets[0]?.acknowledge())
    const before = renders()
    vi.advanceTimersByTime(1_000)
    act(() => sockets[0]?.receive())
    expect(renders()).toBe(before)
  })

  it('reconnects on demand', () => {
    const { view, connect, sockets } = follow()
    act(() => connect())
    act(() => sockets[0]?.acknowledge())
    act(() => view().onReconnect())
    act(() => void vi.advanceTimersByTime(1_000))
    expect(sockets).toHaveLength(2)
  })
})
