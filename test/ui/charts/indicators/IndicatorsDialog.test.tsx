import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { OverlaysMenu } from '#src/features/dashboard/chart/OverlaysMenu.tsx'
import { IndicatorsDialog } from '#src/ui/charts/indicators/IndicatorsDialog.tsx'
import { indicatorOverlay, parseIndicator } from '#src/ui/charts/indicators/kinds.ts'
import { overlaysOf } from '#src/ui/charts/overlays/registry.ts'
import { NO_PREFERENCES, servedWith } from '#test/support/client/services.tsx'
import { canvasTheme } from '#src/ui/theme/canvas.ts'

const user = userEvent.setup({ delay: null })
let shown: readonly string[] = []

function Indicators({ first }: { readonly first: readonly string[] }) {
  const [ids, setIds] = useState(first)
  function change(next: readonly string[]): void {
    shown = next
    setIds(next)
  }
  return <IndicatorsDialog shown={ids} onChange={change} onClose={() => undefined} />
}
const open = (...first: readonly string[]) => render(<Indicators first={first} />)
const press = (name: string) => user.click(screen.getByRole('button', { name }))
async function type(label: string, text: string) {
  const field = screen.getByRole('textbox', { name: label })
  await user.clear(field)
  await user.type(field, text)
  await user.tab()
}
async function choose(label: string, option: string) {
  await user.click(screen.getByRole('combobox', { name: label }))
  await user.click(await screen.findByRole('option', { name: option }))
}

describe('[CH-76] indicators that are set up', () => {
  it('are added with the usual numbers and a colour of their own, beside what the menu shows', async () => {
    open('ema')
    expect(screen.getByText(/^None yet/)).toBeVisible()
    await press('Add')
    await choose('Indicator', 'MACD')
    await press('Add')
    expect(shown).toEqual(['ema', 'sma(50,close)@accent', 'macd(12,26,9,close)@info'])
  })

  it('are changed as one types, but not to what cannot be', async () => {
    open('sma(50,close)@accent')
    await type('Length', '200')
    expect(shown).toEqual(['sma(200,close)@accent'])
    await user.clear(screen.getByRole('textbox', { name: 'Length' }))
    expect(shown).toEqual(['sma(200,close)@accent'])
    await type('Length', '5')
    await choose('Price', 'High')
    await choose('Colour', 'Red')
    expect(shown).toEqual(['sma(5,high)@down'])
  })

  it('are ordered, and removed', async () => {
    open('rsi(7,close)@accent', 'ema', 'cci(20)@info')
    expect(screen.getByRole('button', { name: 'Move RSI 7 up' })).toBeDisabled()
    await press('Move RSI 7 down')
    expect(shown).toEqual(['ema', 'cci(20)@info', 'rsi(7,close)@accent'])
    await press('Remove CCI 20')
    expect(shown).toEqual(['ema', 'rsi(7,close)@accent'])
  })

  it('are at most ten', () => {
    open(...Array.from({ length: 10 }, (_, index) => `sma(${index + 2},close)@accent`))
    expect(screen.getByRole('button', { name: 'Add' })).toBeDisabled()
    expect(screen.getByText('No more than 10 can be shown.')).toBeVisible()
  })

  it('stand in the menu, from which they are switched off and set up', async () => {
    let changed: readonly string[] = []
    const Served = servedWith({ preferences: NO_PREFERENCES })
    render(
      <OverlaysMenu
        others={['ETHUSD']}
        shown={['supertrend(10,3)@info']}
        onChange={(next) => (changed = next)}
        showsVolume={false}
        onShowVolume={() => undefined}
        showsBands={false}
        onShowBands={() => undefined}
      />,
      { wrapper: Served },
    )
    await press('Indicators (1)')
    const menu = within(await screen.findByRole('menu'))
    expect(menu.getByRole('menuitemcheckbox', { name: 'ST 10 3' })).toBeChecked()
    await user.click(menu.getByRole('menuitemcheckbox', { name: 'ST 10 3' }))
    expect(changed).toEqual([])
    await user.click(menu.getByRole('menuitemcheckbox', { name: 'Compare ETH/USD' }))
    expect(changed).toEqual(['supertrend(10,3)@info', 'compare:ETHUSD'])
    await user.click(menu.getByRole('menuitem', { name: 'Set up indicators…' }))
    expect(await screen.findByRole('dialog', { name: 'Indicators' })).toBeVisible()
  })

  it('are drawn below and after the others in their order, in panes of their own where their scale is another', () => {
    const overlays = overlaysOf(['rsi(7,open)@down', 'unknown', 'bollinger(20,2.5,close)@info', 'ema'])
    expect(overlays.map(({ id, label, pane }) => [id, label, pane !== undefined])).toEqual([
      ['ema', 'Moving averages', false],
      ['rsi(7,open)@down', 'RSI 7 open', true],
      ['bollinger(20,2.5,close)@info', 'BB 20 2.5', false],
    ])
    expect(overlays[2]?.series?.(canvasTheme('dark')).map(({ name, encode }) => [name, encode.y])).toEqual([
      ['BB 20 2.5 upper', 'bollinger(20,2.5,close)@info:upper'],
      ['BB 20 2.5 middle', 'bollinger(20,2.5,close)@info:middle'],
      ['BB 20 2.5 lower', 'bollinger(20,2.5,close)@info:lower'],
    ])
    expect(indicatorOverlay('ema')).toBeUndefined()
  })

  it.each([
    'sma(50)@accent',
    'sma(50,close)@pink',
    'sma(1,close)@accent',
    'sma(301,close)@accent',
    'sma(2.5,close)@accent',
    'sma(50,last)@accent',
    'sma(50,close,1)@accent',
    'toString()@accent',
    'bollinger(20,0,close)@info',
    'cci(20,close)@info',
    'cci()@info',
  ])('%s is none', (id) => {
    expect(parseIndicator(id)).toBeUndefined()
  })
})
