import { unitText, type Unit } from '#contract/units.ts'
import type { PairId } from '#contract/pairs.ts'
import { toMillis } from '#contract/time.ts'
import { NOT_AVAILABLE } from '../format/number.ts'
import { formatClock, formatExact, toIso } from '../format/time.ts'
import { Table, type Column } from '../table/Table.tsx'
import { zoneName } from '../format/regional.ts'
import * as css from './RawTable.css.ts'

/** One value of a message. */
export interface RawRow {
  readonly path: string
  readonly name: string
  readonly value: string | number | boolean | null
  readonly unit: Unit | undefined
  readonly says: string | undefined
  /** When it became what it is, unix ms; undefined until earlier messages are known. */
  readonly changed: { readonly at: number; readonly isAtLeast: boolean } | undefined
}

/** Significant digits of a number in the table; the JSON and the copies have all. */
const DIGITS = 7

/** A value as the table shows it. */
function valueText({ value, unit }: Pick<RawRow, 'value' | 'unit'>): string {
  if (value === null) return NOT_AVAILABLE
  if (typeof value === 'number' && unit !== 'unix seconds') return String(Number(value.toPrecision(DIGITS)))
  return value === '' ? 'none' : String(value)
}

function Value(row: RawRow) {
  const { value, unit } = row
  return (
    <span className={css.value} title={value === null ? undefined : String(value)}>
      {valueText(row)}
      {unit === 'unix seconds' && typeof value === 'number' ? (
        <span className={css.moment}>{formatExact(toMillis(value))}</span>
      ) : null}
    </span>
  )
}

/** '22:04:00', or 'before 21:39:00' for a value that all known messages have. */
export const changeText = ({ changed }: Pick<RawRow, 'changed'>): string => {
  if (changed === undefined) return ''
  return changed.isAtLeast ? `before ${formatClock(changed.at)}` : formatClock(changed.at)
}

const isoChange = ({ changed }: RawRow): string => {
  if (changed === undefined) return ''
  return `${changed.isAtLeast ? 'before ' : ''}${toIso(changed.at) ?? ''}`
}

const UNKNOWN_FIELD = 'Not described by the contract'

/** The values as lines for a spreadsheet, columns separated by tabs. */
export function tableText(rows: readonly RawRow[], pair: PairId | undefined): string {
  const cells = rows.map((row) => [
    row.path,
    row.value === null ? '' : String(row.value),
    row.unit === undefined ? '' : unitText(row.unit, pair),
    row.says ?? '',
    isoChange(row),
  ])
  return [['name', 'value', 'unit', 'meaning', 'last change (UTC)'], ...cells]
    .map((line) => line.map((cell) => cell.replaceAll(/[\t\r\n]+/g, ' ')).join('\t'))
    .join('\n')
}

const columnsFor = (pair: PairId | undefined): readonly Column<RawRow>[] => [
  {
    id: 'name',
    header: 'Name',
    cell: ({ name, path, says }) => (
      <span className={css.name} title={says === undefined ? path : `${path}: ${says}`}>
        {name}
      </span>
    ),
  },
  { id: 'value', header: 'Value', numeric: true, cell: Value },
  { id: 'unit', header: 'Unit', cell: ({ unit }) => (unit === undefined ? '' : unitText(unit, pair)) },
  {
    id: 'says',
    header: 'Meaning',
    wraps: true,
    cell: ({ says }) => <span className={css.says}>{says ?? UNKNOWN_FIELD}</span>,
  },
  { id: 'changed', header: `Last change (${zoneName()})`, numeric: true, cell: changeText },
]

export interface RawTableProps {
  readonly rows: readonly RawRow[]
  /** Names the currencies of prices and volumes. */
  readonly pair: PairId | undefined
  readonly empty: string
}

/** The values of a message with their units, meanings and last changes. */
export const RawTable = ({ rows, pair, empty }: RawTableProps) => (
  <div className={css.frame}>
    <Table caption="Values" columns={columnsFor(pair)} rows={rows} rowKey={({ path }) => path} empty={empty} stacks />
  </div>
)
