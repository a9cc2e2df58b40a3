import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import type { Shape } from '#src/ui/charts/drawings/shapes.ts'
import { LinesDialog, type LinesDialogProps } from '#src/ui/charts/tools/LinesDialog.tsx'

const user = userEvent.setup({ delay: null })

const SHAPE: Shape = { kind: 'trend', from: { at: 60, price: 8_000 }, to: { at: 120, price: 8_100 } }

const NO_SHAPES: readonly Shape[] = []

function Lines({
  first,
  shapes = NO_SHAPES,
  focus = 'close',
  onKept,
}: {
  readonly focus?: LinesDialogProps['focus']
  readonly first: readonly number[]
  readonly shapes?: readonly Shape[]
  readonly onKept?: (shapes: readonly Shape[]) => void
}) {
  const [drawn, setDrawn] = useState(shapes)
  const [steps, setSteps] = useState([first])
  const [lockedLines, setLockedLines] = useState<readonly number[]>([])
  const tools = {
    lines: steps.at(-1) ?? [],
    canUndo: steps.length > 1,
    onLines: (lines: readonly number[]) => setSteps([...steps, lines]),
    onUndo: () => setSteps(steps.slice(0, -1)),
    lockedLines,
    onLockedLines: setLockedLines,
    canRedo: false,
    onRedo: () => undefined,
    shapes: drawn,
    onShapes(next: readonly Shape[]) {
      setDrawn(next)
      onKept?.(next)
    },
  }
  return <LinesDialog tools={tools} pair="BTCUSD" lastPrice={8_123.46} focus={focus} onClose={() => undefined} />
}
const prices = () =>
  within(screen.getByRole('dialog'))
    .queryAllByRole('textbox')
    .map((field) => (field as HTMLInputElement).value)
const button = (name: string) => screen.getByRole('button', { name })

describe('[CH-66] the list of lines', () => {
  it('adds one at the last price, once', async () => {
    render(<Lines first={[]} />)
    expect(screen.getByText(/^No drawings yet/)).toBeInTheDocument()
    await user.click(button('Add at the last price'))
    expect(prices()).toEqual(['8,123.5'])
    expect(button('Add at the last price')).toBeDisabled()
  })

  it('[CH-80] locks a line, whose price cannot be typed then', async () => {
    render(<Lines first={[8_000, 9_000]} />)
    await user.click(button('Lock Line 2'))
    expect(button('Lock Line 2')).toHaveAttribute('aria-pressed', 'true')
    expect(screen.getByRole('textbox', { name: 'Line 2' })).toBeDisabled()
    expect(screen.getByRole('textbox', { name: 'Line 1' })).toBeEnabled()
    await user.click(button('Lock Line 2'))
    expect(screen.getByRole('textbox', { name: 'Line 2' })).toBeEnabled()
  })

  it('[CH-77] names the shapes, and deletes one', async () => {
    render(<Lines first={[]} shapes={[SHAPE]} />)
    expect(screen.getByRole('textbox', { name: 'Trend line from 8,000.0 to 8,100.0' })).toBeInTheDocument()
    await user.click(button('Delete Trend line from 8,000.0'))
    expect(screen.getByText(/^No drawings yet/)).toBeInTheDocument()
  })

  it('[CH-77] [CH-80] notes, locks and copies a shape', async () => {
    let kept: readonly Shape[] = []
    render(<Lines first={[]} shapes={[SHAPE]} onKept={(shapes) => (kept = shapes)} />)
    await user.type(screen.getByRole('textbox', { name: 'Trend line from 8,000.0 to 8,100.0' }), ' Since the dip ')
    await user.tab()
    expect(kept).toEqual([{ ...SHAPE, note: 'Since the dip' }])
    await user.click(button('Lock Trend line from 8,000.0'))
    expect(kept).toEqual([{ ...SHAPE, note: 'Since the dip', isLocked: true }])
    expect(button('Lock Trend line from 8,000.0')).toHaveAttribute('aria-pressed', 'true')
    await user.click(button('Copy Trend line from 8,000.0'))
    expect(kept[1]).toEqual({
      kind: 'trend',
      note: 'Since the dip',
      isLocked: false,
      from: { at: 60, price: 8_008 },
      to: { at: 120, price: 8_108 },
    })
  })

  it('[CH-80] begins at the text that was placed, whose words are typed', async () => {
    let kept: readonly Shape[] = []
    const at = { at: 60, price: 8_000 }
    const text: Shape = { kind: 'text', from: at, to: at, note: 'Text' }
    render(<Lines first={[]} shapes={[SHAPE, text]} focus="newest" onKept={(shapes) => (kept = shapes)} />)
    const field = screen.getByRole('textbox', { name: 'Text at 8,000.0' })
    await waitFor(() => expect(field).toHaveFocus())
    // In place of the first words, and kept by the key that closes the dialog too.
    await user.keyboard('The dip{Escape}')
    expect(kept).toEqual([SHAPE, { ...text, note: 'The dip' }])
  })

  it('moves a line to the price that is typed, deletes one, and takes changes back', async () => {
    render(<Lines first={[8_000, 9_000]} />)
    expect(button('Undo')).toBeDisabled()
    const field = screen.getByRole('textbox', { name: 'Line 1' })
    await user.clear(field)
    await user.type(field, '8500.55')
    await user.tab()
    expect(prices()[0]).toMatch(/^8,500\.[56]$/)
    await user.click(button('Delete Line 2'))
    expect(prices()).toHaveLength(1)
    await user.click(button('Undo'))
    expect(prices()).toHaveLength(2)
  })
})
