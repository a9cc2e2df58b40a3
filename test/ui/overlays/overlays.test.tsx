import { act, render, renderHook, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { ChoiceMenu, Menu } from '#src/ui/overlays/Menu.tsx'
import { NestedOverlays, OverlayProvider, useOverlays, type Overlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { Tooltip } from '#src/ui/overlays/Tooltip.tsx'

function Opener({ closeOnOutside }: { readonly closeOnOutside?: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Details" closeOnOutside={closeOnOutside}>
        <input aria-label="Inside" />
      </Dialog>
    </>
  )
}

async function openDialog(closeOnOutside?: boolean) {
  render(closeOnOutside === undefined ? <Opener /> : <Opener closeOnOutside={closeOnOutside} />)
  const opener = screen.getByRole('button', { name: 'Open' })
  await userEvent.click(opener)
  await screen.findByRole('dialog', { name: 'Details' })
  return opener
}

/** The backdrop is the only element for pointers only. */
const backdrop = () => {
  const found = document.querySelector<HTMLElement>('[role="presentation"][data-open]')
  if (!found) throw new Error('no backdrop')
  return found
}

describe('[UI-7] a dialog', () => {
  it.each(['Escape', 'button'])('closes with %s and returns the focus', async (way) => {
    const opener = await openDialog()
    await waitFor(() => expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement))
    if (way === 'Escape') await userEvent.keyboard('{Escape}')
    else await userEvent.click(screen.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(opener).toHaveFocus())
  })

  it('closes on a press outside', async () => {
    await openDialog()
    await userEvent.click(backdrop())
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  it('stays open on a press outside if work would be lost', async () => {
    await openDialog(false)
    await userEvent.click(backdrop())
    expect(screen.getByRole('dialog')).toBeInTheDocument()
  })
})

function mount(): Overlays {
  return renderHook(() => useOverlays(), { wrapper: OverlayProvider }).result.current
}

describe('[UI-8] confirm and alert', () => {
  const QUESTION = { title: 'Delete "alpha"?', text: 'This cannot be undone.', confirmText: 'Delete', danger: true }

  it.each([
    { way: 'Delete', answer: true },
    { way: 'Cancel', answer: false },
    { way: 'Escape', answer: false },
  ])('$way is $answer', async ({ way, answer }) => {
    const overlays = mount()
    let asked = Promise.resolve(!answer)
    act(() => {
      asked = overlays.dialogs.confirm(QUESTION)
    })
    const dialog = await screen.findByRole('alertdialog', { name: QUESTION.title, description: QUESTION.text })
    expect(dialog).toBeInTheDocument()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus())
    if (way === 'Escape') await userEvent.keyboard('{Escape}')
    else await userEvent.click(screen.getByRole('button', { name: way }))
    expect(await asked).toBe(answer)
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })

  it('focuses the only button of an alert', async () => {
    const overlays = mount()
    act(() => void overlays.dialogs.alert({ title: 'Please select at least one file' }))
    await screen.findByRole('alertdialog', { name: 'Please select at least one file' })
    const button = screen.getByRole('button')
    expect(button.textContent).toBe('OK')
    await waitFor(() => expect(button).toHaveFocus())
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  })
})

describe('[UI-9] a menu', () => {
  const ITEMS = [
    { id: 'zones', label: 'Zones' },
    { id: 'off', label: 'Off' },
  ] as const

  it('marks the current choice and reports a new one', async () => {
    const onChange = vi.fn<(id: string) => void>()
    render(<ChoiceMenu text="S/R: Zones" items={ITEMS} value="zones" onChange={onChange} />)
    const trigger = screen.getByRole('button', { name: 'S/R: Zones' })
    await userEvent.click(trigger)
    expect(await screen.findByRole('menuitemradio', { name: 'Zones', checked: true })).toBeInTheDocument()
    await userEvent.click(screen.getByRole('menuitemradio', { name: 'Off', checked: false }))
    expect(onChange.mock.calls).toEqual([['off']])
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
  })

  it('closes on Escape, returning the focus, and on a press outside', async () => {
    const onSelect = vi.fn<(id: string) => void>()
    render(
      <>
        <Menu text="Actions" items={ITEMS} onSelect={onSelect} />
        <p>Elsewhere</p>
      </>,
    )
    const trigger = screen.getByRole('button', { name: 'Actions' })
    await userEvent.click(trigger)
    await screen.findByRole('menu')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    await waitFor(() => expect(trigger).toHaveFocus())
    await userEvent.click(trigger)
    await screen.findByRole('menu')
    await userEvent.click(screen.getByText('Elsewhere'))
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    expect(onSelect).not.toHaveBeenCalled()
  })
})

describe('[UI-10] toasts', () => {
  afterEach(() => {
    vi.useRealTimers()
  })

  it('show for 3 s in a polite region, each with its kind', () => {
    vi.useFakeTimers()
    const overlays = mount()
    act(() => {
      overlays.toasts.success('Model activated')
      overlays.toasts.error('Failed to activate model')
      overlays.toasts.info('No inactive models found')
    })
    const kinds = () =>
      [...document.querySelectorAll('[data-kind]')].map((toast) => [toast.getAttribute('data-kind'), toast.textContent])
    expect(kinds()).toEqual([
      ['info', 'No inactive models found'],
      ['error', 'Failed to activate model'],
      ['success', 'Model activated'],
    ])
    expect(document.querySelector('[data-kind]')?.closest('[aria-live]')?.getAttribute('aria-live')).toBe('polite')
    act(() => void vi.advanceTimersByTime(2_999))
    expect(kinds()).toHaveLength(3)
    act(() => void vi.advanceTimersByTime(2_000))
    expect(kinds()).toEqual([])
  })
})

it('a tooltip describes its trigger without replacing its name', () => {
  render(
    <Tooltip text="over 500 candles">
      <button type="button">+1.25%</button>
    </Tooltip>,
  )
  const button = screen.getByRole('button', { name: '+1.25%' })
  expect(button).toHaveAttribute('aria-description', 'over 500 candles')
})

describe('[UI-8] a confirm opened from a dialog', () => {
  function Asks() {
    const { dialogs } = useOverlays()
    const [said, setSaid] = useState('nothing')
    return (
      <button
        type="button"
        onClick={() => void dialogs.confirm({ title: 'Sure?' }).then((yes) => setSaid(String(yes)))}
      >
        Ask, said {said}
      </button>
    )
  }

  it('opens above the dialog; Escape closes only the confirm', async () => {
    render(
      <OverlayProvider>
        <Dialog open onClose={() => undefined} title="Details">
          <NestedOverlays>
            <Asks />
          </NestedOverlays>
        </Dialog>
      </OverlayProvider>,
    )
    const ask = await screen.findByRole('button', { name: 'Ask, said nothing' })
    await userEvent.click(ask)
    await screen.findByRole('alertdialog', { name: 'Sure?' })
    await userEvent.keyboard('{Escape}')
    await screen.findByRole('button', { name: 'Ask, said false' })
    expect(screen.getByRole('dialog', { name: 'Details' })).toBeInTheDocument()
    await waitFor(() => expect(ask).toHaveFocus())
  })
})
