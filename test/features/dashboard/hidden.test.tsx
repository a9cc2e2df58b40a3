import { act, render, screen } from '@testing-library/react'
import { Profiler } from 'react'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import type { AnalyticsUpdate } from '#contract/messages.ts'
import { parseStreamKey } from '#contract/stream-keys.ts'
import { MarketAnalytics } from '#src/features/dashboard/DashboardScreen.tsx'
import { CARD_NAMES, type CardName } from '#src/features/dashboard/cards.ts'
import { startConnection } from '#test/support/client/connection.ts'
import { AT, KEYS, marketStructure, wrapped } from '#test/support/data/payloads.ts'
import { NO_PREFERENCES, servedWith } from '#test/support/client/services.tsx'
import { startStreams } from '#test/support/client/streams.ts'
import { analysedPayloads } from '#test/support/data/analysed-payloads.ts'

const SECONDS = 3_600
const HEARTBEAT_S = 30

const FAKED = ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const
beforeEach(() => vi.useFakeTimers({ now: AT * 1000, toFake: [...FAKED] }))
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Changes the visibility of the page and dispatches the event. */
function turn(to: DocumentVisibilityState) {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(to)
  document.dispatchEvent(new Event('visibilitychange'))
}

function open() {
  const world = startStreams()
  const connection = startConnection()
  const commits: string[] = []
  const Served = servedWith({
    streams: world.streams,
    connections: { analytics: connection.actor },
    // Asked for only while a message is open.
    monitoring: () => Promise.reject(new Error('not needed')),
    preferences: NO_PREFERENCES,
  })
  render(
    <Served>
      <Profiler id="cards" onRender={(_, phase) => commits.push(phase)}>
        <MarketAnalytics />
      </Profiler>
    </Served>,
  )
  act(() => connection.connect())
  act(() => connection.socket().acknowledge())
  const changes = new MutationObserver(() => undefined)
  changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
  onTestFinished(() => changes.disconnect())
  return { world, connection, commits, changes }
}

const update = (name: CardName, data: unknown, id: number): AnalyticsUpdate => ({
  type: 'AnalyticsUpdate',
  timestamp: AT * 1000 + id,
  message_id: `${id}-0`,
  data: { stream_key: KEYS[name], data, timestamp: AT + id },
})

it('[DA-13] [UI-25] SC-08 a tab hidden for an hour retains the newest message per stream without DOM changes and repaints once when shown', () => {
  const { world, connection, commits, changes } = open()
  const real = analysedPayloads()
  act(() => {
    world.emitAnalytics(...CARD_NAMES.map((name) => update(name, real[name], 1)))
    world.flushFrame()
  })
  act(world.flushFrame)
  act(() => {
    turn('hidden')
    world.hidden$.next(true)
  })
  const sizes = () => CARD_NAMES.map((name) => world.records(parseStreamKey(KEYS[name]).category).length)
  const before = sizes()
  expect(Math.min(...before)).toBeGreaterThan(0)
  commits.length = 0
  changes.takeRecords()
  const waiting: number[] = []
  for (let second = 1; second <= SECONDS; second += 1) {
    const structure = wrapped('structure', marketStructure({ momentum: second / SECONDS }))
    act(() => {
      if (second % HEARTBEAT_S === 0) connection.socket().receive(true)
      world.emitAnalytics(
        ...CARD_NAMES.map((name) => update(name, name === 'structure' ? structure : real[name], 1 + second)),
      )
      vi.advanceTimersByTime(1_000)
    })
    waiting.push(world.pendingFrames())
  }
  expect([...new Set(waiting)]).toEqual([1])
  expect([commits, changes.takeRecords()]).toEqual([[], []])

  act(() => {
    turn('visible')
    world.hidden$.next(false)
    world.flushFrame()
  })
  act(world.flushFrame)
  expect(commits).toEqual(['update'])
  expect([sizes(), world.pendingFrames()]).toEqual([before, 0])
  expect(screen.getByRole('region', { name: 'Market Structure' })).toHaveTextContent('Momentum100%')
})
