import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { Button } from '#src/ui/controls/Button.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { OverlayProvider, useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'

let root: Root
let box: HTMLElement
beforeEach(() => {
  box = document.body.appendChild(document.createElement('div'))
  root = createRoot(box)
})
afterEach(() => {
  root.unmount()
  box.remove()
})

function Sheet() {
  const { toasts } = useOverlays()
  return (
    <Dialog
      open
      onClose={() => undefined}
      title="Alpha"
      footer={
        <>
          <Button onClick={() => toasts.success('Saved')}>Edit</Button>
          <Button>Backtest</Button>
          <Button>Export JSON</Button>
        </>
      }
    >
      Decisions
    </Dialog>
  )
}

it.each([360, 390])('[UI-10] at %i px a toast covers no buttons of a sheet, which are one row', async (width) => {
  await page.viewport(width, 844)
  root.render(
    <OverlayProvider>
      <Sheet />
    </OverlayProvider>,
  )
  const edit = page.getByRole('button', { name: 'Edit' })
  await edit.click()
  await expect.element(page.getByText('Saved')).toBeVisible()
  const buttons = ['Edit', 'Backtest', 'Export JSON'].map((name) =>
    page.getByRole('button', { name }).element().getBoundingClientRect(),
  )
  expect(new Set(buttons.map(({ top }) => top)).size).toBe(1)
  const toast = document.querySelector('[data-kind="success"]')!.getBoundingClientRect()
  expect(toast.bottom).toBeLessThanOrEqual(buttons[0]!.top)
})
