import { Plus, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { CHART } from '#contract/limits.ts'
import { PAIRS, type PairId } from '#contract/pairs.ts'
import { Button } from '../../controls/Button.tsx'
import { IconButton } from '../../controls/IconButton.tsx'
import { NumberField } from '../../fields/NumberField.tsx'
import { formatPrice } from '../../format/number.ts'
import { Dialog } from '../../overlays/Dialog.tsx'
import * as layout from '../../theme/layout.css.ts'
import { addLine, moveLine, roundPrice } from '../drawings/drawings.ts'
import { SHAPE_NAMES, shapeText } from '../drawings/shapes.ts'
import type { ChartTools } from './chart-tools.ts'
import * as css from '#src/ui/charts/charts.css.ts'

export interface LinesDialogProps {
  readonly tools: Pick<ChartTools, 'lines' | 'onLines' | 'shapes' | 'onShapes' | 'onUndo' | 'canUndo'>
  readonly pair: PairId
  readonly lastPrice: number | undefined
  readonly onClose: () => void
}

interface RowProps {
  readonly index: number
  readonly price: number
  readonly decimals: number
  readonly onMove: (to: number) => void
  readonly onDelete: () => void
}

/** What is typed moves the line; the field keeps it while it is no price. */
function Row({ index, price, decimals, onMove, onDelete }: RowProps) {
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
        onChange={(next) => {
          setValue(next)
          if (next !== null && next > 0) onMove(roundPrice(next, decimals))
        }}
      />
      <IconButton icon={<Trash2 size={16} />} label={`Delete ${label}`} onClick={onDelete} />
    </li>
  )
}

/** What the user has drawn on a pair: lines by price, to be added, moved, deleted, and brought back, and shapes. */
export function LinesDialog({ tools, pair, lastPrice, onClose }: LinesDialogProps) {
  const { lines, onLines, shapes, onShapes, onUndo, canUndo } = tools
  const { label, priceDecimals: decimals } = PAIRS[pair]
  // A row keeps its field while its line is moved; whatever else changes the lines begins anew.
  const [edition, setEdition] = useState(0)
  const rows = lines.map((price, index) => ({ id: `${edition} ${index}`, index, price }))
  const change = (next: readonly number[]) => {
    onLines(next)
    setEdition(edition + 1)
  }
  const start = lastPrice === undefined ? undefined : roundPrice(lastPrice, decimals)
  return (
    <Dialog
      open
      onClose={onClose}
      title={`My drawings on ${label}`}
      description="Drawn on the chart at every timeframe, and kept for you."
      size="small"
      footer={
        <>
          <Button
            icon={<Undo2 size={14} aria-hidden="true" />}
            disabled={!canUndo}
            onClick={() => {
              onUndo()
              setEdition(edition + 1)
            }}
          >
            Undo
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
        <ol className={css.list}>
          {rows.map(({ id, ...line }) => (
            <Row
              key={id}
              {...line}
              decimals={decimals}
              onMove={(to) => onLines(moveLine(lines, line.price, to))}
              onDelete={() => change(lines.filter((each) => each !== line.price))}
            />
          ))}
          {shapes.map((shape) => (
            <li key={shapeText(shape)} className={css.row}>
              <span>
                {SHAPE_NAMES[shape.kind]}
                <br />
                <span className={layout.quiet}>
                  {formatPrice(shape.from.price, pair)} to {formatPrice(shape.to.price, pair)}
                </span>
              </span>
              <IconButton
                icon={<Trash2 size={16} />}
                label={`Delete ${SHAPE_NAMES[shape.kind]} from ${formatPrice(shape.from.price, pair)}`}
                onClick={() => onShapes(shapes.filter((each) => each !== shape))}
              />
            </li>
          ))}
        </ol>
      )}
    </Dialog>
  )
}
