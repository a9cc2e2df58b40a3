import { Copy, Lock, LockOpen, Plus, Redo2, Trash2, Undo2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { CHART } from '#contract/limits.ts'
import { PAIRS, type PairId } from '#contract/pairs.ts'
import { Button } from '../../controls/Button.tsx'
import { IconButton } from '../../controls/IconButton.tsx'
import { TextField } from '../../fields/TextField.tsx'
import { NumberField } from '../../fields/NumberField.tsx'
import { formatPrice } from '../../format/number.ts'
import { Dialog } from '../../overlays/Dialog.tsx'
import * as layout from '../../theme/layout.css.ts'
import { addLine, moveLine, roundPrice } from '../drawings/drawings.ts'
import { MAX_NOTE, SHAPE_NAMES, shapeName, shapeText, type Shape, type ShapePoint } from '../drawings/shapes.ts'
import type { OwnDrawings } from './chart-tools.ts'
import * as css from '#src/ui/charts/charts.css.ts'

export interface LinesDialogProps {
  readonly tools: OwnDrawings
  readonly pair: PairId
  readonly lastPrice: number | undefined
  /** What has the focus when it opens: the close button, or the field of the newest shape. */
  readonly focus: 'close' | 'newest'
  readonly onClose: () => void
}

interface RowProps {
  readonly index: number
  readonly price: number
  readonly decimals: number
  readonly isLocked: boolean
  readonly onLock: () => void
  readonly onMove: (to: number) => void
  readonly onDelete: () => void
}

const LockButton = (props: { readonly name: string; readonly isLocked: boolean; readonly onLock: () => void }) => (
  <IconButton
    icon={props.isLocked ? <Lock size={16} /> : <LockOpen size={16} />}
    label={`Lock ${props.name}`}
    aria-pressed={props.isLocked}
    onClick={props.onLock}
  />
)

/** What is typed moves the line; the field keeps it while it is no price. */
function Row({ index, price, decimals, isLocked, onLock, onMove, onDelete }: RowProps) {
  const [value, setValue] = useState<number | null>(price)
  const label = `Line ${index + 1}`
  return (
    <li className={css.row}>
      <NumberField
        label={label}
        value={value}
        min={10 ** -decimals}
        step={roundPrice(Math.max(10 ** -decimals, price / 1_000), decimals)}
        format={{ minimumFractionDigits: decimals, maximumFractionDigits: decimals }}
        unit="USD"
        disabled={isLocked}
        onChange={(next) => {
          setValue(next)
          if (next !== null && next > 0) onMove(roundPrice(next, decimals))
        }}
      />
      <span className={css.shapeActions}>
        <LockButton name={label} isLocked={isLocked} onLock={onLock} />
        <IconButton icon={<Trash2 size={16} />} label={`Delete ${label}`} onClick={onDelete} />
      </span>
    </li>
  )
}

/** Of the price, how far a copy stands above: enough to be seen and taken hold of. */
const COPY_SHIFT = 0.001

/** The same a little higher, not locked. */
function copyOf(shape: Shape): Shape {
  const shifted = ({ at, price }: ShapePoint): ShapePoint => ({ at, price: price + shape.from.price * COPY_SHIFT })
  return { ...shape, isLocked: false, from: shifted(shape.from), to: shifted(shape.to) }
}

interface ShapeRowProps {
  readonly shape: Shape
  readonly pair: PairId
  readonly onChange: (shape: Shape) => void
  /** Undefined where there are as many as there may be. */
  readonly onCopy: (() => void) | undefined
  readonly onDelete: () => void
}

/** A shape with its note, which is kept when its field is left. */
function ShapeRow({ shape, pair, onChange, onCopy, onDelete }: ShapeRowProps) {
  const { kind, from, isLocked = false, note = '' } = shape
  const [typed, setTyped] = useState(note)
  const priceOf = (price: number) => formatPrice(price, pair)
  const name = kind === 'text' ? shapeName(shape, priceOf) : `${SHAPE_NAMES[kind]} from ${priceOf(from.price)}`
  const saveNote = () => {
    if (typed.trim() !== note) onChange({ ...shape, note: typed.trim() })
  }
  return (
    <li className={css.row}>
      <div className={css.shape}>
        <TextField
          label={shapeName(shape, priceOf)}
          placeholder={kind === 'text' ? 'Text' : 'Note'}
          value={typed}
          maxLength={MAX_NOTE}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onFocus={({ currentTarget }) => {
            if (kind === 'text') currentTarget.select()
          }}
          onBlur={saveNote}
          onKeyDown={({ key }) => {
            // Which closes the dialog, and the field is not left before.
            if (key === 'Enter' || key === 'Escape') saveNote()
          }}
        />
      </div>
      <span className={css.shapeActions}>
        <LockButton name={name} isLocked={isLocked} onLock={() => onChange({ ...shape, isLocked: !isLocked })} />
        <IconButton icon={<Copy size={16} />} label={`Copy ${name}`} disabled={onCopy === undefined} onClick={onCopy} />
        <IconButton icon={<Trash2 size={16} />} label={`Delete ${name}`} onClick={onDelete} />
      </span>
    </li>
  )
}

const toggled = (prices: readonly number[], price: number): readonly number[] =>
  prices.includes(price) ? prices.filter((each) => each !== price) : [...prices, price]

/** What the user has drawn on a pair: lines by price, to be added, moved, deleted, and brought back, and shapes. */
export function LinesDialog({ tools, pair, lastPrice, focus, onClose }: LinesDialogProps) {
  const { lines, onLines, lockedLines, onLockedLines, shapes, onShapes, onUndo, canUndo, onRedo, canRedo } = tools
  const { label, priceDecimals: decimals } = PAIRS[pair]
  const list = useRef<HTMLOListElement>(null)
  // A row keeps its field while its line is moved; whatever else changes the lines begins anew.
  const [edition, setEdition] = useState(0)
  const rows = lines.map((price, index) => ({ id: `${edition} ${index}`, index, price }))
  // A row stays the same while its shape is locked and noted.
  const drawn = shapes.map((shape, index) => ({
    id: `${index} ${shapeText({ ...shape, isLocked: false, note: '' })}`,
    shape,
  }))
  const step = (to: () => void) => {
    to()
    setEdition(edition + 1)
  }
  const change = (next: readonly number[]) => step(() => onLines(next))
  const start = lastPrice === undefined ? undefined : roundPrice(lastPrice, decimals)
  return (
    <Dialog
      open
      onClose={onClose}
      title={`My drawings on ${label}`}
      description="Drawn on the chart at every timeframe, and kept for you."
      size="small"
      initialFocus={() => (focus === 'newest' ? list.current?.querySelector('li:last-child input') : null) ?? null}
      footer={
        <>
          <Button icon={<Undo2 size={14} aria-hidden="true" />} disabled={!canUndo} onClick={() => step(onUndo)}>
            Undo
          </Button>
          <Button icon={<Redo2 size={14} aria-hidden="true" />} disabled={!canRedo} onClick={() => step(onRedo)}>
            Redo
          </Button>
          <Button
            variant="primary"
            icon={<Plus size={14} aria-hidden="true" />}
            disabled={start === undefined || lines.length >= CHART.maxLines || lines.includes(start)}
            onClick={() => change(addLine(lines, start ?? 0))}
          >
            Add at the last price
          </Button>
        </>
      }
    >
      {lines.length + shapes.length === 0 ? (
        <p className={layout.quiet}>No drawings yet. Press H on the chart to draw a line where the crosshair is.</p>
      ) : (
        <ol ref={list} className={css.list}>
          {rows.map(({ id, ...line }) => (
            <Row
              key={id}
              {...line}
              decimals={decimals}
              isLocked={lockedLines.includes(line.price)}
              onLock={() => onLockedLines(toggled(lockedLines, line.price))}
              onMove={(to) => onLines(moveLine(lines, line.price, to))}
              onDelete={() => change(lines.filter((each) => each !== line.price))}
            />
          ))}
          {drawn.map(({ id, shape }) => (
            <ShapeRow
              key={id}
              shape={shape}
              pair={pair}
              onChange={(next) => onShapes(shapes.map((each) => (each === shape ? next : each)))}
              onCopy={shapes.length >= CHART.maxShapes ? undefined : () => onShapes([...shapes, copyOf(shape)])}
              onDelete={() => onShapes(shapes.filter((each) => each !== shape))}
            />
          ))}
        </ol>
      )}
    </Dialog>
  )
}
