import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { ResizeHandle } from '#src/ui/controls/ResizeHandle.tsx'

/** A box whose measured height is the chosen one, 400 px until one is chosen. */
function show() {
  const onChange = vi.fn<(height: number | undefined) => void>()
  function Resizable() {
    const [height, setHeight] = useState<number>()
    return (
      <>
        <div
          ref={(box) => {
            if (box) box.getBoundingClientRect = () => new DOMRect(0, 0, 100, height ?? 400)
          }}
        />
        <ResizeHandle
          label="Height"
          min={300}
          max={900}
          value={height}
          onChange={(next) => {
            onChange(next)
            setHeight(next)
          }}
        />
      </>
    )
  }
  render(<Resizable />)
  const handle = screen.getByRole('separator', { name: 'Height' })
  // jsdom has none.
  handle.setPointerCapture = () => undefined
  return { onChange, handle }
}

it('[CH-47] is moved by the arrow keys from the height that is shown, within its bounds', async () => {
  const { handle, onChange } = show()
  handle.focus()
  await userEvent.keyboard('{ArrowDown}{ArrowUp}{ArrowUp}{Home}{ArrowUp}{End}{ArrowDown}')
  expect(onChange.mock.calls.flat()).toEqual([424, 400, 376, 300, 300, 900, 900])
  expect(handle).toHaveAttribute('aria-valuenow', '900')
})

it('[CH-47] follows the pointer while it is pressed', () => {
  const { handle, onChange } = show()
  fireEvent.pointerMove(handle, { clientY: 500 })
  fireEvent.pointerDown(handle, { button: 0, clientY: 400 })
  fireEvent.pointerMove(handle, { clientY: 450 })
  fireEvent.pointerUp(handle)
  fireEvent.pointerMove(handle, { clientY: 700 })
  expect(onChange.mock.calls.flat()).toEqual([450])
})

it('[CH-47] returns to the height of the layout on a double click and on Escape', async () => {
  const { handle, onChange } = show()
  handle.focus()
  await userEvent.keyboard('{End}{Escape}')
  expect(onChange).toHaveBeenLastCalledWith(undefined)
  expect(handle).toHaveAttribute('aria-valuetext', 'Fits the window')
  await userEvent.keyboard('{End}')
  await userEvent.dblClick(handle)
  expect(onChange).toHaveBeenLastCalledWith(undefined)
})
