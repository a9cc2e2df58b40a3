import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Help } from '#src/ui/overlays/Help.tsx'

let root: Root
let box: HTMLElement
beforeEach(() => {
  box = document.body.appendChild(document.createElement('div'))
  root = createRoot(box)
  root.render(
    <>
      <Help of="Latency & Loss" topic="latency" entries={[{ term: 'Own', says: 'A term of the card.' }]} />
      <button type="button">Beside</button>
    </>,
  )
})
afterEach(() => {
  root.unmount()
  box.remove()
})
const popup = () => page.getByRole('dialog', { name: 'Latency & Loss' })

// In jsdom, whether a focus is visible depends on the tests that ran before.
describe('[UI-19] help', () => {
  it('opens on focus, leaves the focus where it is, and closes when it goes on', async () => {
    const mark = page.getByRole('button', { name: 'Help: Latency & Loss' })
    await expect.element(mark).toBeVisible()
    await userEvent.tab()
    await expect.element(popup()).toHaveTextContent('All but one in a hundred were faster.')
    await expect.element(popup()).toHaveTextContent('A term of the card.')
    await expect.element(mark).toHaveFocus()
    await userEvent.tab()
    await expect.element(popup()).not.toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: 'Beside' })).toHaveFocus()
  })
})
