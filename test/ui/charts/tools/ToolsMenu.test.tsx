import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { BehaviorSubject } from 'rxjs'
import { expect, it, vi } from 'vitest'
import { ToolsMenu } from '#src/ui/charts/tools/ToolsMenu.tsx'
import { aChartTools } from '#test/support/client/chart-tools.ts'

it('[CH-66] a line is added at the price of the moment, also when it has moved since the dialog opened', async () => {
  const lastPrice$ = new BehaviorSubject<number | undefined>(8_100)
  const onLines = vi.fn()
  render(
    <ToolsMenu
      lastPrice$={lastPrice$}
      tools={aChartTools({ onLines })}
      pair="BTCUSD"
      onUse={() => undefined}
      focusOf={() => null}
      onSaveImage={() => undefined}
    />,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Chart tools' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: /^My lines/ }))
  const add = await screen.findByRole('button', { name: 'Add at the last price' })
  act(() => lastPrice$.next(8_123.46))
  await userEvent.click(add)
  expect(onLines.mock.calls).toEqual([[[8_123.5]]])
})
