import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { Help } from '#src/ui/overlays/Help.tsx'
import { HELP } from '#src/ui/overlays/help-texts.ts'

function show() {
  render(<Help of="Latency & Loss" topic="latency" />)
  return { user: userEvent.setup({ delay: null }), mark: screen.getByRole('button', { name: 'Help: Latency & Loss' }) }
}
const popup = () => screen.queryByRole('dialog', { name: 'Latency & Loss' })

describe('[UI-19] help', () => {
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
