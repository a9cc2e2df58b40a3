import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { Help } from '#src/ui/overlays/Help.tsx'
import { HELP } from '#src/ui/overlays/help-texts.ts'

function show() {
  render(
    <>
      <Help of="Latency & Loss" topic="latency" entries={[{ term: 'Own', says: 'A term of the card.' }]} />
      <button type="button">Beside</button>
    </>,
  )
  return { user: userEvent.setup({ delay: null }), mark: screen.getByRole('button', { name: 'Help: Latency & Loss' }) }
}
const popup = () => screen.queryByRole('dialog', { name: 'Latency & Loss' })

describe('[UI-19] help', () => {
  it('opens on focus, leaves the focus where it is, and closes when it goes on', async () => {
    const { user, mark } = show()
    await user.tab()
    await waitFor(() => expect(popup()).toHaveTextContent('All but one in a hundred were faster.'))
    expect(popup()).toHaveTextContent('A term of the card.')
    expect(mark).toHaveFocus()
    await user.tab()
    await waitFor(() => expect(popup()).toBeNull())
    expect(screen.getByRole('button', { name: 'Beside' })).toHaveFocus()
  })

  it('opens on a tap and closes on Escape', async () => {
    const { user, mark } = show()
    await user.click(mark)
    await waitFor(() => expect(popup()).not.toBeNull())
    await user.keyboard('{Escape}')
    await waitFor(() => expect(popup()).toBeNull())
    expect(mark).toHaveFocus()
  })

  it('is in sentences', () => {
    for (const { text, terms } of Object.values(HELP))
      for (const sentence of [text, ...terms.map(({ says }) => says)]) expect(sentence).toMatch(/^[A-Z].*\.$/)
  })
})
