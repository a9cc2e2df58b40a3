import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { createPreferences, type LoadablePreferenceStore } from '#src/app/preferences.ts'
import { SetUpIndicators } from '#src/features/dashboard/chart/SetUpIndicators.tsx'
import { servedWith } from '#test/support/client/services.tsx'

let user: ReturnType<typeof userEvent.setup>
let preferences: LoadablePreferenceStore
let shown: readonly string[] = []

function Chart({ first }: { readonly first: readonly string[] }) {
  const [ids, setIds] = useState(first)
  function change(next: readonly string[]): void {
    shown = next
    setIds(next)
  }
  return <SetUpIndicators shown={ids} onChange={change} onClose={() => undefined} />
}

function open(...first: readonly string[]) {
  shown = first
  const Served = servedWith({ preferences })
  render(
    <Served>
      <Chart first={first} />
    </Served>,
  )
  return within(screen.getByRole('region', { name: 'Sets' }))
}
const press = (name: string) => user.click(screen.getByRole('button', { name }))

beforeEach(() => {
  user = userEvent.setup({ delay: null })
  preferences = createPreferences({ read: () => undefined, write: () => undefined })
  preferences.load()
})

describe('[CH-81] sets of indicators', () => {
  it('keep what is shown by name, and replace it', async () => {
    const sets = open('ema', 'rsi(7,close)@info')
    const name = sets.getByRole('textbox', { name: 'Keep what is shown as a set' })
    expect(screen.getByRole('button', { name: 'Save' })).toBeDisabled()
    await user.type(name, ' Momentum {Enter}')
    expect(preferences.get().indicatorSets).toEqual({ Momentum: ['ema', 'rsi(7,close)@info'] })
    await press('Remove RSI 7')
    await user.type(name, 'Momentum')
    await press('Replace')
    expect(preferences.get().indicatorSets).toEqual({ Momentum: ['ema'] })
  })

  it('are shown at a press, with their rows, and deleted unless one takes it back', async () => {
    preferences.set({ indicatorSets: { Trend: ['sma(50,close)@accent', 'sma(200,close)@info'] } })
    open('ema', 'cci(20)@info')
    await press('Trend (2 indicators)')
    expect(shown).toEqual(['sma(50,close)@accent', 'sma(200,close)@info'])
    expect(
      screen.getAllByRole('textbox', { name: 'Length' }).map((field) => (field as HTMLInputElement).value),
    ).toEqual(['50', '200'])
    await press('Remove SMA 50')
    expect(shown).toEqual(['sma(200,close)@info'])
    await press('Delete the set Trend')
    expect(preferences.get().indicatorSets).toEqual({})
    await user.click(await screen.findByRole('button', { name: 'Undo' }))
    expect(Object.keys(preferences.get().indicatorSets ?? {})).toEqual(['Trend'])
  })

  it('are copied as a link to what is shown', async () => {
    open('ema', 'compare:ETHUSD')
    await press('Copy Link')
    const link = new URL(await navigator.clipboard.readText())
    expect(link.searchParams.get('indicators')).toBe('ema;compare:ETHUSD')
  })
})
