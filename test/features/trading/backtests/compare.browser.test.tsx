import { createRoot, type Root } from 'react-dom/client'
import { of } from 'rxjs'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { Compare } from '#src/features/trading/backtests/Compare.tsx'
import { NOT_LOADED } from '#src/lib/remote-data.ts'
import type { Backtests } from '#src/app/services.ts'
import { OverlayProvider } from '#src/ui/overlays/OverlayProvider.tsx'
import '#src/ui/theme/global.css.ts'
import '#src/ui/theme/color.css.ts'
import { job, result } from '#test/support/data/backtest-samples.ts'

const NAMES = ['June', 'Momentum and structure over the whole of June with a wide stop', 'A third one']

let root: Root
let box: HTMLElement

beforeEach(async () => {
  await page.viewport(1_440, 900)
  box = document.body.appendChild(document.createElement('div'))
  root = createRoot(box)
})
afterEach(() => {
  root.unmount()
  box.remove()
})

/** Where each figure stands in each column, from above, px. */
const tops = () =>
  [...box.querySelectorAll('section section')].map((column) =>
    [...column.querySelectorAll('dt')].map((each) => Math.round(each.getBoundingClientRect().top)),
  )

it('[BT-53] the same figure stands on the same line of each column, though a name takes two lines', async () => {
  const one: Backtests['one'] = (id) => () =>
    of({
      ...NOT_LOADED,
      value: { backtest: job({ id, name: NAMES[Number(id)] ?? '' }), result: result() },
      at: 0,
      isLoading: false,
    })
  const backtests = { one } as Backtests
  for (const width of [1_160, 900]) {
    box.style.width = `${width}px`
    root.render(
      <OverlayProvider>
        <Compare ids={['0', '1', '2']} backtests={backtests} onBack={() => undefined} />
      </OverlayProvider>,
    )
    await expect.poll(() => tops().length).toBe(NAMES.length)
    const [first, ...others] = tops()
    expect(first!.length).toBeGreaterThan(10)
    expect(others).toEqual([first, first])
  }
})
