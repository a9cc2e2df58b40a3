import { ArrowDown, ArrowUp, Plus, Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { Button } from '../../controls/Button.tsx'
import { IconButton } from '../../controls/IconButton.tsx'
import { NumberField } from '../../fields/NumberField.tsx'
import { Select } from '../../fields/Select.tsx'
import { Dialog } from '../../overlays/Dialog.tsx'
import * as layout from '../../theme/layout.css.ts'
import * as css from './indicators.css.ts'
import {
  COLORS,
  INDICATOR_KIND_IDS,
  INDICATOR_KINDS,
  indicatorId,
  indicatorName,
  initialSetting,
  MAX_INDICATORS,
  parseIndicator,
  SOURCES,
  type IndicatorKindId,
  type IndicatorSetting,
} from './kinds.ts'

interface RowProps {
  readonly setting: IndicatorSetting
  /** Added since the dialog was opened: it is scrolled to. */
  readonly isNew: boolean
  readonly onChange: (setting: IndicatorSetting) => void
  readonly onRemove: () => void
  /** Up, with -1, or down among the others; undefined at the end. */
  readonly onMove: Readonly<Record<'up' | 'down', (() => void) | undefined>>
}

const showRow = (row: HTMLElement | null): void => row?.scrollIntoView?.({ block: 'nearest' })

/** What can be set of an indicator, applied as it is typed; a field keeps what cannot be. */
function Row({ setting, isNew, onChange, onRemove, onMove }: RowProps) {
  const { kind, source, color } = setting
  const { label, parameters, outputs, hasSource = false } = INDICATOR_KINDS[kind]
  const [numbers, setNumbers] = useState<readonly (number | null)[]>(setting.parameters)
  const name = indicatorName(setting)

  function setNumber(index: number, value: number | null): void {
    const next = numbers.with(index, value)
    setNumbers(next)
    const given = next.filter((each) => each !== null)
    const changed = { ...setting, parameters: given }
    if (given.length === next.length && parseIndicator(indicatorId(changed))) onChange(changed)
  }

  return (
    <li className={css.row} ref={isNew ? showRow : null}>
      <div className={css.title}>
        <strong>{label}</strong>
        <span className={css.actions}>
          <IconButton
            icon={<ArrowUp size={16} />}
            label={`Move ${name} up`}
            disabled={onMove.up === undefined}
            onClick={() => onMove.up?.()}
          />
          <IconButton
            icon={<ArrowDown size={16} />}
            label={`Move ${name} down`}
            disabled={onMove.down === undefined}
            onClick={() => onMove.down?.()}
          />
          <IconButton icon={<Trash2 size={16} />} label={`Remove ${name}`} onClick={onRemove} />
        </span>
      </div>
      <div className={css.fields}>
        {parameters.map(({ label: text, min, max, step }, index) => (
          <NumberField
            key={text}
            label={text}
            value={numbers[index] ?? null}
            min={min}
            max={max}
            step={step}
            onChange={(value) => setNumber(index, value)}
          />
        ))}
        {hasSource ? (
          <Select
            label="Price"
            options={SOURCES}
            value={source}
            onChange={(next) => onChange({ ...setting, source: next })}
          />
        ) : null}
        {outputs.every((output) => output.color !== undefined) ? null : (
          <Select
            label="Colour"
            options={COLORS}
            value={color}
            onChange={(next) => onChange({ ...setting, color: next })}
          />
        )}
      </div>
    </li>
  )
}

interface Listed {
  /** Of the row, which stays while its indicator is changed. */
  readonly key: number
  readonly setting: IndicatorSetting
}

export interface IndicatorsDialogProps {
  /** Ids of all that is shown on the chart. */
  readonly shown: readonly string[]
  readonly onChange: (shown: readonly string[]) => void
  readonly onClose: () => void
  /** Another where the rows shall begin anew with what is shown. */
  readonly edition?: number
  /** Below the rows. */
  readonly children?: ReactNode
}

/** Rows of the indicators among what is shown; their keys begin at a number. */
const rowsOf = (shown: readonly string[], firstKey = 0): readonly Listed[] =>
  shown.flatMap((id) => parseIndicator(id) ?? []).map((setting, index) => ({ key: firstKey + index, setting }))

const KINDS = INDICATOR_KIND_IDS.map((id) => ({ id, label: INDICATOR_KINDS[id].label }))

/** The user's own indicators: added, set, ordered and removed, as often as one likes. */
export function IndicatorsDialog({ shown, onChange, onClose, edition = 0, children }: IndicatorsDialogProps) {
  const others = shown.filter((id) => !parseIndicator(id))
  const [rows, setRows] = useState(() => rowsOf(shown))
  const [added, setAdded] = useState<IndicatorKindId>('sma')

  const [firstNew, setFirstNew] = useState(rows.length)
  const [seen, setSeen] = useState(edition)
  if (edition !== seen) {
    const next = rowsOf(shown, edition * MAX_INDICATORS)
    setSeen(edition)
    setRows(next)
    setFirstNew(Infinity)
  }

  function change(next: readonly Listed[]): void {
    setRows(next)
    // Two that are set alike are one on the chart.
    onChange([...others, ...new Set(next.map(({ setting }) => indicatorId(setting)))])
  }
  function add(): void {
    const used = new Set(rows.map(({ setting }) => setting.color))
    const color = COLORS.find(({ id }) => !used.has(id)) ?? COLORS[0]
    const key = Math.max(-1, ...rows.map((row) => row.key)) + 1
    change([...rows, { key, setting: initialSetting(added, color.id) }])
  }
  const swap = (index: number, by: 1 | -1) => {
    const [row, other] = [rows[index], rows[index + by]]
    return row && other ? () => change(rows.with(index, other).with(index + by, row)) : undefined
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Indicators"
      description="Computed from the candles of the chart, and kept for you."
      size="medium"
      footer={<Button onClick={onClose}>Done</Button>}
    >
      <div className={css.add}>
        <Select label="Indicator" options={KINDS} value={added} onChange={setAdded} />
        <Button
          variant="primary"
          icon={<Plus size={14} aria-hidden="true" />}
          disabled={rows.length >= MAX_INDICATORS}
          onClick={add}
        >
          Add
        </Button>
      </div>
      {rows.length === 0 ? <p className={layout.quiet}>None yet. Those of the menu are shown besides.</p> : null}
      {rows.length >= MAX_INDICATORS ? (
        <p className={layout.quiet}>No more than {MAX_INDICATORS} can be shown.</p>
      ) : null}
      <ol className={css.list}>
        {rows.map(({ key, setting }, index) => (
          <Row
            key={key}
            setting={setting}
            isNew={key >= firstNew}
            onChange={(next) => change(rows.with(index, { key, setting: next }))}
            onRemove={() => change(rows.filter((row) => row.key !== key))}
            onMove={{ up: swap(index, -1), down: swap(index, 1) }}
          />
        ))}
      </ol>
      {children === undefined ? null : <div className={css.more}>{children}</div>}
    </Dialog>
  )
}
