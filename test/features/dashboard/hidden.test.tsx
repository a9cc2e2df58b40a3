import { act, render, screen } from '@testing-library/react'
import { Profiler } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { AnalyticsUpdate } from '#contract/messages.ts'
import { parseStreamKey } from '#contract/stream-keys.ts'
import { MarketAnalytics } from '#src/features/dashboard/analytics/MarketAnalytics.tsx'
import { startConnection } from '#test/rig/connection.ts'
import { AT, KEYS, marketStructure, wrapped, type CardName } from '#test/rig/payloads.ts'
import { servedWith } from '#test/rig/services.tsx'
import { startStreams } from '#test/rig/streams.ts'
import { analysed } from '#test/rig/analysed-payloads.ts'

const NAMES = Object.keys(KEYS) as CardName[]
const ROUNDS = 200

const FAKED = ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] as const
beforeEach(() => vi.useFakeTimers({ now: AT * 1000, toFake: [...FAKED] }))
afterEach(() => vi.useRealTimers())

function open() {
  const world = startStreams()
  const connection = startConnection()
  const commits: string[] = []
  const Served = servedWith({
    streams: world.streams,
    connections: { analytics: connection.actor } as never,
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
  return { world, commits }
}

const update = (name: CardName, data: unknown, id: number): AnalyticsUpdate => ({
  type: 'AnalyticsUpdate',
  timestamp: AT * 1000 + id,
  message_id: `${id}-0`,
  data: { stream_key: KEYS[name], data, timestamp: AT + id },
})

it('[DA-13] a hidden tab keeps the newest of each stream, and coming back is one repaint', () => {
  const { world, commits } = open()
  const real = analysed()
  act(() => {
    world.sayAnalytics(...NAMES.map((name) => update(name, real[name], 1)))
    world.frame()
  })
  act(world.frame)
  act(() => world.hidden$.next(true))
  const sizes = () => NAMES.map((name) => world.records(parseStreamKey(KEYS[name]).category).length)
  const before = sizes()
  expect(Math.min(...before)).toBeGreaterThan(0)
  commits.length = 0
  const waiting: number[] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    const structure = wrapped('structure', marketStructure({ momentum: round / ROUNDS }))
    act(() =>
      world.sayAnalytics(
        ...NAMES.map((name) => update(name, name === 'structure' ? structure : real[name], 1 + round)),
      ),
    )
    waiting.push(world.waiting())
  }
  expect([...new Set(waiting)]).toEqual([1])
  expect(commits).toEqual([])

  act(() => {
    world.hidden$.next(false)
    world.frame()
  })
  act(world.frame)
  expect(commits).toEqual(['update'])
  expect([sizes(), world.waiting()]).toEqual([before, 0])
  expect(screen.getByRole('region', { name: 'Market Structure' }).textContent).toContain('Momentum100%')
})
