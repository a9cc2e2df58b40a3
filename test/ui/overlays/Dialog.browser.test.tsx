import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { backdrop } from '#src/ui/overlays/Dialog.css.ts'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'

const noop = () => undefined
let root: Root
let box: HTMLElement
beforeEach(async () => {
  await page.viewport(1280, 800)
  box = document.body.appendChild(document.createElement('div'))
  root = createRoot(box)
})
afterEach(() => {
  root.unmount()
  box.remove()
})

/** The part of a dialog that its title is in, and what a pointer in the middle of that part meets. */
function meet(name: string) {
  const title = [...document.querySelectorAll('h2')].find(({ textContent }) => textContent === name)
  const { left, top, width, height } = title!.getBoundingClientRect()
  return { title, met: document.elementFromPoint(left + width / 2, top + height / 2) }
}

it('[UI-7] a dialog above another dims it', async () => {
  const draw = (isAsked: boolean) =>
    root.render(
      <Dialog open onClose={noop} title="Create API Token" size="large">
        <p style={{ height: '500px' }}>Its fields</p>
        <Dialog open={isAsked} onClose={noop} title="Confirm" size="small">
          Who are you?
        </Dialog>
      </Dialog>,
    )
  draw(false)
  await expect.element(page.getByRole('heading', { name: 'Create API Token' })).toBeVisible()
  await expect.poll(() => meet('Create API Token').met).toBe(meet('Create API Token').title)
  draw(true)
  await expect.element(page.getByRole('heading', { name: 'Confirm' })).toBeVisible()
  await expect.poll(() => meet('Confirm').met).toBe(meet('Confirm').title)
  const backdrops = document.querySelectorAll(`.${backdrop}`)
  expect(backdrops).toHaveLength(2)
  const dialogs = document.querySelectorAll('[role="dialog"]')
  expect(dialogs[0]!.compareDocumentPosition(backdrops[1]!)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})
