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

it.each([360, 390])(
  '[UI-10] at %i px toasts cover nothing of a sheet, whose buttons are one row, and the newest alone is shown',
  async (width) => {
    await page.viewport(width, 844)
    root.render(
      <OverlayProvider>
        <Sheet />
      </OverlayProvider>,
    )
    const edit = page.getByRole('button', { name: 'Edit' })
    await edit.click()
    await edit.click()
    await expect.poll(() => document.querySelectorAll('[data-kind="success"]').length).toBe(2)
    const buttons = ['Edit', 'Backtest', 'Export JSON'].map((name) =>
      page.getByRole('button', { name }).element().getBoundingClientRect(),
    )
    expect(new Set(buttons.map(({ top }) => top)).size).toBe(1)
    const toasts = [...document.querySelectorAll('[data-kind="success"]')].map((each) => each.getBoundingClientRect())
    expect(toasts.filter(({ height }) => height > 0)).toHaveLength(1)
    const sheet = page.getByRole('dialog', { name: 'Alpha' }).element().getBoundingClientRect()
    expect(toasts[0]!.bottom).toBeLessThanOrEqual(sheet.top)
  },
)
