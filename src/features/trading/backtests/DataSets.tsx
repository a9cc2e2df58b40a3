import { ArrowLeft, Upload } from 'lucide-react'
import type { DataGap, DataSet } from '#contract/backtests/jobs.ts'
import { PAIRS } from '#contract/pairs.ts'
import { useRemoteData } from '#src/app/use-remote-data.ts'
import type { Backtests } from '#src/app/services.ts'
import { Card } from '#src/ui/cards/Card.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { formatMegabytes, formatNumber, formatPercent } from '#src/ui/format/number.ts'
import { Table, type Column } from '#src/ui/table/Table.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { spanText } from './result-items.ts'

const MINUTE_MS = 60_000

const expectedOf = ({ from, to }: DataSet): number => Math.max(1, Math.round((to - from) / MINUTE_MS))

/** Rounded down: with a minute missing it is never 100%. */
const coverageOf = (set: DataSet): number => Math.floor((1_000 * set.minutes) / expectedOf(set)) / 1_000

const COLUMNS: readonly Column<DataSet>[] = [
  { id: 'pair', header: 'Pair', cell: ({ pair }) => PAIRS[pair].label },
  { id: 'source', header: 'Source', cell: ({ label }) => label },
  { id: 'span', header: 'Span (UTC)', cell: spanText, wraps: true },
  { id: 'minutes', header: 'Minutes', numeric: true, cell: ({ minutes }) => formatNumber(minutes) },
  { id: 'coverage', header: 'Coverage', numeric: true, cell: (set) => formatPercent(coverageOf(set), 1) },
  {
    id: 'missing',
    header: 'Missing minutes',
    numeric: true,
    cell: (set) => formatNumber(Math.max(0, expectedOf(set) - set.minutes)),
  },
  {
    id: 'size',
    header: 'Size',
    numeric: true,
    cell: ({ bytes }) => (bytes === undefined ? 'Not imported' : formatMegabytes(bytes)),
  },
]

interface GapRow extends DataGap {
  readonly set: DataSet
}

const GAP_COLUMNS: readonly Column<GapRow>[] = [
  { id: 'month', header: 'Month', cell: ({ month }) => month },
  { id: 'pair', header: 'Pair', cell: ({ set }) => PAIRS[set.pair].label },
  { id: 'source', header: 'Source', cell: ({ set }) => set.label },
  { id: 'missing', header: 'Missing minutes', numeric: true, cell: ({ missing }) => formatNumber(missing) },
]

const gapRows = (sets: readonly DataSet[]): GapRow[] =>
  sets.flatMap((set) => (set.gaps ?? []).map((gap) => ({ ...gap, set })))

interface DataSetsProps {
  readonly backtests: Pick<Backtests, 'dataSets'>
  readonly onBack: () => void
  /** Undefined for users who may not import candles. */
  readonly onImport: (() => void) | undefined
}

/** [BT-54] The candles that can be tested on: from where, how complete, and which months lack some. */
export function DataSets({ backtests, onBack, onImport }: DataSetsProps) {
  const data = useRemoteData(backtests.dataSets)
  return (
    <div className={layout.stack[4]}>
      <div className={layout.wrap[3]}>
        <Button size="small" icon={<ArrowLeft size={14} aria-hidden="true" />} onClick={onBack}>
          All Backtests
        </Button>
        {onImport === undefined ? null : (
          <Button size="small" icon={<Upload size={14} aria-hidden="true" />} onClick={onImport}>
            Import Candles
          </Button>
        )}
      </div>
      <AsyncContent data={data} loading="Loading candles..." failed="Failed to load the candles">
        {(sets) => (
          <div className={layout.stack[4]}>
            <Card title="Candles" flush>
              <Table
                caption="Candles"
                columns={COLUMNS}
                rows={sets}
                rowKey={({ id }) => id}
                empty="No candles yet"
                stacks
              />
            </Card>
            <Card title="Imported months with missing minutes" flush>
              <Table
                caption="Imported months with missing minutes"
                columns={GAP_COLUMNS}
                rows={gapRows(sets)}
                rowKey={({ set, month }) => `${set.id} ${month}`}
                empty="None: every minute of the imported candles is there"
                stacks
              />
            </Card>
          </div>
        )}
      </AsyncContent>
    </div>
  )
}
