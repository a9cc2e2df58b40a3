import type { CandleGap, ImportedFile, ImportFindings, SkippedLine } from '#contract/candle-imports.ts'
import { PAIRS } from '#contract/pairs.ts'
import { formatNumber, formatPercent } from '#src/ui/format/number.ts'
import { formatDateTime } from '#src/ui/format/time.ts'
import { Table, type Column } from '#src/ui/table/Table.tsx'
import * as css from './imports.css.ts'
import { listTitle } from './texts.ts'

interface FoundProps {
  readonly findings: ImportFindings
}

const LINE_COLUMNS: readonly Column<SkippedLine>[] = [
  { id: 'line', header: 'Line', numeric: true, cell: ({ line }) => formatNumber(line) },
  { id: 'file', header: 'File', wraps: true, cell: ({ file }) => file },
  { id: 'reason', header: 'Reason', wraps: true, cell: ({ reason }) => reason },
]

const GAP_COLUMNS: readonly Column<CandleGap>[] = [
  { id: 'pair', header: 'Pair', cell: ({ pair }) => PAIRS[pair].label },
  { id: 'from', header: 'From', cell: ({ from }) => formatDateTime(from) },
  { id: 'to', header: 'To', cell: ({ to }) => formatDateTime(to) },
  { id: 'minutes', header: 'Missing minutes', numeric: true, cell: ({ minutes }) => formatNumber(minutes) },
]

/** Rounded down, so that only a file without gaps has 100%. */
const coverageOf = ({ minutes, missing }: ImportedFile): number =>
  Math.floor((1_000 * minutes) / Math.max(1, minutes + missing)) / 1_000

const FILE_COLUMNS: readonly Column<ImportedFile>[] = [
  { id: 'file', header: 'File', wraps: true, cell: ({ file }) => file },
  { id: 'pair', header: 'Pair', cell: ({ pair }) => PAIRS[pair].label },
  { id: 'minutes', header: 'Minutes', numeric: true, cell: ({ minutes }) => formatNumber(minutes) },
  { id: 'coverage', header: 'Coverage', numeric: true, cell: (file) => formatPercent(coverageOf(file), 1) },
  { id: 'skipped', header: 'Skipped lines', numeric: true, cell: ({ skipped }) => formatNumber(skipped) },
]

/** The files of an archive that were read. */
export function Files({ findings: { files } }: FoundProps) {
  if (files.length === 0) return null
  return (
    <details>
      <summary className={css.summary}>Files ({files.length})</summary>
      <Table caption="Files" columns={FILE_COLUMNS} rows={files} rowKey={({ file }) => file} empty="None" stacks />
    </details>
  )
}

/** The lines of a file that were not imported, with the reason of each. */
export function SkippedLines({ findings: { skipped, duplicates, rejected } }: FoundProps) {
  if (skipped.length === 0) return null
  return (
    <details>
      <summary className={css.summary}>{listTitle('Skipped lines', skipped.length, duplicates + rejected)}</summary>
      <Table
        caption="Skipped lines"
        columns={LINE_COLUMNS}
        rows={skipped}
        rowKey={({ file, line }) => `${file} ${line}`}
        empty="None"
        stacks
      />
    </details>
  )
}

/** Where minutes are missing in a file. */
export function Gaps({ findings: { gaps } }: FoundProps) {
  if (gaps.length === 0) return null
  return (
    <details>
      <summary className={css.summary}>Longest gaps ({gaps.length})</summary>
      <Table
        caption="Longest gaps"
        columns={GAP_COLUMNS}
        rows={gaps}
        rowKey={({ pair, from }) => `${pair} ${from}`}
        empty="None"
        stacks
      />
    </details>
  )
}
