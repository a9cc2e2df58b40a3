import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it, vi } from 'vitest'
import { CommandPalette, type CommandGroup } from '#src/ui/overlays/CommandPalette.tsx'

function show(typed: { readonly query: string; readonly isEntered?: boolean } = { query: '' }) {
  const onClose = vi.fn<() => void>()
  const onRun = vi.fn<(id: string) => void>()
  const command = (id: string, label: string, keywords?: string) => ({ id, label, keywords, run: () => onRun(id) })
  const groups: CommandGroup[] = [
    { label: 'Pages', items: [command('trading', 'Trading'), command('users', 'Users', 'admin')] },
    { label: 'Streams', items: [command('eth', 'Candles M5, ETH/USD', 'stream')], onlyFound: true },
  ]
  function Palette({ all }: { readonly all: typeof groups }) {
    const [query, onQuery] = useState(typed.query)
    const [isEntered, setEntered] = useState(typed.isEntered ?? false)
    const onEnter = () => setEntered(true)
    return <CommandPalette {...{ onClose, query, onQuery, isEntered, onEnter }} groups={all} />
  }
  const { rerender } = render(<Palette all={groups} />)
  /** A command that is found out later, as strategies are. */
  function addCommand(id: string, label: string): void {
    groups.push({ label: `Strategies such as ${label}`, items: [command(id, label)] })
    rerender(<Palette all={[...groups]} />)
  }
  return { onClose, onRun, addCommand }
}
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

describe('[SH-8] the command palette', () => {
  it('lists commands in their groups, streams only where they are found, and focuses the field', async () => {
    show()
    expect(options()).toEqual(['Trading', 'Users'])
    expect(within(screen.getByRole('group', { name: 'Pages' })).getAllByRole('option')).toHaveLength(2)
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Find a page, stream or action' })).toHaveFocus())
  })

  it.each([
    ['usd eth', ['Candles M5, ETH/USD']],
    ['ADM', ['Users']],
    ['stream m5', ['Candles M5, ETH/USD']],
    ['rading', []],
  ])('finds %s by the beginnings of words in any order', async (query, found) => {
    show()
    await userEvent.setup({ delay: null }).type(screen.getByRole('combobox'), query)
    expect(options()).toEqual(found)
    expect(screen.queryByText('Nothing found') !== null).toBe(found.length === 0)
  })

  it('closes and runs the first match on Enter, or the one chosen with the arrows', async () => {
    const { onClose, onRun } = show()
    const user = userEvent.setup({ delay: null })
    await user.type(screen.getByRole('combobox'), 'can{Enter}')
    expect(onRun.mock.calls).toEqual([['eth']])
    expect(onClose).toHaveBeenCalledOnce()
    await user.clear(screen.getByRole('combobox'))
    await user.keyboard('{ArrowDown}{Enter}')
    expect(onRun.mock.calls.at(-1)).toEqual(['users'])
  })

  it('closes on Escape without running anything', async () => {
    const { onClose, onRun } = show()
    await userEvent.setup({ delay: null }).keyboard('{Escape}')
    expect(onClose).toHaveBeenCalledOnce()
    expect(onRun).not.toHaveBeenCalled()
  })

  it('goes on with what was typed before it was there', async () => {
    const { onRun } = show({ query: 'use' })
    expect(options()).toEqual(['Users'])
    const field = screen.getByRole('combobox')
    expect(field).toHaveFocus()
    await userEvent.setup({ delay: null }).keyboard('x')
    expect([field, options()]).toEqual([expect.objectContaining({ value: 'usex' }), []])
    expect(onRun).not.toHaveBeenCalled()
  })

  it.each([
    ['before the palette was there', true],
    ['in it', false],
  ])('runs the first match, once there is one, where Enter was pressed %s', async (_when, isEntered) => {
    const { onClose, onRun, addCommand } = show({ query: 'mom', isEntered })
    if (!isEntered) await userEvent.setup({ delay: null }).keyboard('{Enter}')
    expect(onRun).not.toHaveBeenCalled()
    addCommand('momentum', 'Momentum')
    addCommand('moment', 'Moment')
    expect([onRun.mock.calls, onClose.mock.calls.length]).toEqual([[['momentum']], 1])
  })
})
