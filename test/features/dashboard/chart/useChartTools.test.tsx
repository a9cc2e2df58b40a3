import { act, renderHook } from '@testing-library/react'
import { BehaviorSubject } from 'rxjs'
import { beforeEach, expect, it } from 'vitest'
import { createPreferences, type LoadablePreferenceStore } from '#src/app/preferences.ts'
import { captionOf, useChartTools } from '#src/features/dashboard/chart/useChartTools.ts'
import type { MarketSnapshot } from '#src/streams/index.ts'
import { useFullScreen } from '#src/ui/screen/useFullScreen.ts'
import { servedWith } from '#test/support/client/services.tsx'

const MARKET = Date.UTC(2019, 5, 1, 12)
const snapshot: MarketSnapshot = {
  market: { kind: 'simulated', label: 'Simulated', now: MARKET, speed: 60, pairs: ['BTCUSD'] },
  receivedAt: 1_000,
}
const market$ = new BehaviorSubject(snapshot)

let preferences: LoadablePreferenceStore
let stored: string | undefined

beforeEach(() => {
  stored = undefined
  preferences = createPreferences({ read: () => undefined, write: (_, text) => (stored = text) })
  preferences.load()
})

const toolsOf = (pair: 'BTCUSD' | 'ETHUSD' = 'BTCUSD') =>
  renderHook((shown: typeof pair) => useChartTools({ pair: shown, timeframe: 'M1' }, market$, useFullScreen()), {
    wrapper: servedWith({ preferences }),
    initialProps: pair,
  })

it('[CH-66] keeps the lines of each pair, and takes changes back pair by pair', () => {
  const { result, rerender } = toolsOf()
  const first = result.current
  act(() => first.onLines([8_000]))
  act(() => first.onLines([8_000, 8_100]))
  expect(result.current).toMatchObject({ lines: [8_000, 8_100], canUndo: true, onLines: first.onLines })
  rerender('ETHUSD')
  expect(result.current).toMatchObject({ lines: [], canUndo: false })
  act(() => result.current.onUndo())
  expect(JSON.parse(stored ?? '')).toMatchObject({ chartLines: { BTCUSD: [8_000, 8_100] } })
  rerender('BTCUSD')
  act(() => result.current.onUndo())
  expect(result.current.lines).toEqual([8_000])
  act(() => first.onUndo())
  expect(result.current).toMatchObject({ lines: [], canUndo: false })
})

it('[CH-77] [CH-80] keeps the shapes of each pair beside the lines, takes back what was last, and does it again', () => {
  const { result, rerender } = toolsOf()
  const shape = { kind: 'trend', from: { at: 60, price: 8_000 }, to: { at: 120, price: 8_100.5 } } as const
  act(() => result.current.onLines([8_000]))
  act(() => result.current.onShapes([shape]))
  expect(result.current).toMatchObject({ lines: [8_000], shapes: [shape] })
  expect(JSON.parse(stored ?? '')).toMatchObject({ chartShapes: { BTCUSD: ['trend(60,8000,120,8100.5)'] } })
  rerender('ETHUSD')
  expect(result.current.shapes).toEqual([])
  rerender('BTCUSD')
  act(() => result.current.onUndo())
  expect(result.current).toMatchObject({ lines: [8_000], shapes: [], canRedo: true })
  act(() => result.current.onRedo())
  expect(result.current).toMatchObject({ shapes: [shape], canUndo: true, canRedo: false })
  act(() => result.current.onUndo())
  act(() => result.current.onLines([8_200]))
  expect(result.current).toMatchObject({ lines: [8_200], shapes: [], canRedo: false })
})

it('[CH-80] keeps which lines are locked, until they are gone, and takes that back', () => {
  const { result } = toolsOf()
  act(() => result.current.onLines([8_000, 8_100]))
  act(() => result.current.onLockedLines([8_100]))
  expect(JSON.parse(stored ?? '')).toMatchObject({ lockedLines: { BTCUSD: [8_100] } })
  act(() => result.current.onLines([8_000]))
  expect(result.current).toMatchObject({ lines: [8_000], lockedLines: [] })
  act(() => result.current.onUndo())
  expect(result.current).toMatchObject({ lines: [8_000, 8_100], lockedLines: [8_100] })
  act(() => result.current.onUndo())
  expect(result.current.lockedLines).toEqual([])
})

it('[CH-69] [CH-70] keeps the scale and the time zone', () => {
  const { result } = toolsOf()
  expect(result.current).toMatchObject({ scale: 'linear', isLocalTime: false })
  act(() => result.current.onScale('log'))
  act(() => result.current.onLocalTime(true))
  expect(result.current).toMatchObject({ scale: 'log', isLocalTime: true })
  expect(JSON.parse(stored ?? '')).toMatchObject({ chartScale: 'log', timeZone: 'device' })
  act(() => result.current.onLocalTime(false))
  expect(result.current.isLocalTime).toBe(false)
})

it('[CH-10] [CH-73] keeps the percent scale and how many candles the chart opens with', () => {
  const { result } = toolsOf()
  expect(result.current.isDense).toBe(false)
  act(() => result.current.onScale('percent'))
  act(() => result.current.onDense(true))
  expect(result.current).toMatchObject({ scale: 'percent', isDense: true })
  expect(JSON.parse(stored ?? '')).toMatchObject({ chartScale: 'percent', denseChart: true })
})

it("[CH-68] writes the market's time and source", () => {
  expect(captionOf(snapshot, 2_000)).toBe('2019-06-01 12:01:00 UTC · Simulated')
  expect(captionOf(undefined, MARKET)).toBe('2019-06-01 12:00:00 UTC')
})
