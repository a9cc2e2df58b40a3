import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { BehaviorSubject } from 'rxjs'
import { expect, it, vi } from 'vitest'
import { ToolsMenu, type DrawingsFocus, type ToolsMenuProps } from '#src/ui/charts/tools/ToolsMenu.tsx'
import { aChartTools } from '#test/support/client/chart-tools.ts'

/** Opens and closes the list of drawings itself. */
function Tools(props: Omit<ToolsMenuProps, 'drawingsAt' | 'onDrawings'>) {
  const [drawingsAt, setDrawingsAt] = useState<DrawingsFocus>()
  return <ToolsMenu {...props} drawingsAt={drawingsAt} onDrawings={setDrawingsAt} />
}

it('[CH-66] a line is added at the price of the moment, also when it has moved since the dialog opened', async () => {
  const lastPrice$ = new BehaviorSubject<number | undefined>(8_100)
  const onLines = vi.fn()
  render(
    <Tools
      lastPrice$={lastPrice$}
      tools={aChartTools({ onLines })}
      pair="BTCUSD"
      stepS={60}
      onFit={() => undefined}
      onUse={() => undefined}
      focusOf={() => null}
      onSaveImage={() => undefined}
    />,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Chart tools' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: /^My drawings/ }))
  const add = await screen.findByRole('button', { name: 'Add at the last price' })
  act(() => lastPrice$.next(8_123.46))
  await userEvent.click(add)
  expect(onLines.mock.calls).toEqual([[[8_123.5]]])
})

it('[CH-69] [CH-73] [CH-74] fits to what can be zoomed to, and has one scale at a time', async () => {
  const [onFit, onScale, onDense] = [vi.fn(), vi.fn(), vi.fn()]
  render(
    <Tools
      lastPrice$={new BehaviorSubject<number | undefined>(8_100)}
      tools={aChartTools({ scale: 'log', onScale, onDense })}
      pair="BTCUSD"
      stepS={60}
      onFit={onFit}
      onUse={() => undefined}
      focusOf={() => null}
      onSaveImage={() => undefined}
    />,
  )
  const open = () => userEvent.click(screen.getByRole('button', { name: 'Chart tools' }))
  await open()
  expect(await screen.findByRole('menuitem', { name: /^Fit a week.*Too many candles/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await userEvent.click(screen.getByRole('menuitem', { name: 'Fit a day' }))
  await open()
  expect(await screen.findByRole('menuitemcheckbox', { name: 'Logarithmic scale' })).toBeChecked()
  expect(screen.getByRole('menuitemcheckbox', { name: 'Percent scale' })).not.toBeChecked()
  await userEvent.click(screen.getByRole('menuitemcheckbox', { name: 'Percent scale' }))
  await userEvent.click(screen.getByRole('menuitemcheckbox', { name: 'More candles' }))
  expect([onFit, onScale, onDense].map(({ mock }) => mock.calls.map(([first]) => first as unknown))).toEqual([
    ['day'],
    ['percent'],
    [true],
  ])
})

it('[CH-78] offers an order on paper at the last price to those who may trade', async () => {
  const onOrder = vi.fn()
  const menu = (tools: ReturnType<typeof aChartTools>) => (
    <Tools
      lastPrice$={new BehaviorSubject<number | undefined>(8_100)}
      tools={tools}
      pair="BTCUSD"
      stepS={60}
      onFit={() => undefined}
      onUse={() => undefined}
      focusOf={() => null}
      onSaveImage={() => undefined}
    />
  )
  const { unmount } = render(menu(aChartTools()))
  const open = () => userEvent.click(screen.getByRole('button', { name: 'Chart tools' }))
  await open()
  await screen.findByRole('menu')
  expect(screen.queryByRole('menuitem', { name: /^Order on paper/ })).toBeNull()
  unmount()
  render(menu(aChartTools({ onOrder })))
  await open()
  await userEvent.click(await screen.findByRole('menuitem', { name: /^Order on paper/ }))
  expect(onOrder.mock.calls).toEqual([[8_100]])
})
