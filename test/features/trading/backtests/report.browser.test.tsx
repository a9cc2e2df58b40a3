import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Trade } from '#contract/backtests/result.ts'
import { BacktestReportView } from '#src/features/trading/backtests/report/BacktestReportView.tsx'
import { createTheme, type ThemeStore } from '#src/ui/theme/theme.ts'
import { ThemeProvider } from '#src/ui/theme/ThemeProvider.tsx'
import { CONTRIBUTIONS, report } from '#test/support/data/backtest-report.ts'

const TRADE: Trade = {
  side: 'long',
  decided_at: 1_559_347_140_000,
  opened_at: 1_559_347_200_000,
  closed_at: 1_559_347_800_000,
  entry_price: 8_000,
  exit_price: 8_100,
  quantity: 0.1,
  profit: 9.5,
  profit_pct: 1.19,
  fees: 0.4,
  slippage: 0.1,
  exit: 'take_profit',
  why: 'Every rule was met; 2 of 3 sources voted BUY',
}

let root: Root
let box: HTMLElement
let theme: ThemeStore

beforeEach(() => {
  theme = createTheme({
    read: () => 'dark',
    remember: () => undefined,
    prefersLight: matchMedia('(prefers-color-scheme: light)'),
    root: document.documentElement,
  })
  box = document.body.appendChild(document.createElement('div'))
  root = createRoot(box)
})
afterEach(() => {
  root.unmount()
  box.remove()
})

const canvas = () => box.querySelector('canvas')
/** Colours of the painted pixels. */
function colours(): number {
  const drawn = canvas()
  if (!drawn) return 0
  const { data } = drawn.getContext('2d')!.getImageData(0, 0, drawn.width, drawn.height)
  return new Set(new Uint32Array(data.buffer)).size
}

describe('the report of a backtest in a browser', () => {
  it('[BR-31] draws its chart in both themes, and fits every width', async () => {
    root.render(
      <ThemeProvider theme={theme}>
        <BacktestReportView report={report()} contributions={CONTRIBUTIONS} trades={[TRADE]} pair="BTCUSD" />
      </ThemeProvider>,
    )
    await vi.waitFor(() => expect(colours()).toBeGreaterThan(20), { timeout: 10_000 })
    for (const width of [390, 768, 1_440]) {
      await page.viewport(width, 900)
      await vi.waitFor(() => expect(canvas()!.clientWidth).toBeLessThanOrEqual(width))
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    }
    const dark = canvas()!.toDataURL()
    theme.choose('light')
    await vi.waitFor(() => expect(canvas()!.toDataURL()).not.toBe(dark))
  })
})
