import type { StrategySummary } from '#contract/strategies/responses.ts'
import { toMillis } from '#contract/time.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { formatSymbol } from '#src/ui/format/pair.ts'
import { columnHelper, type Columns } from '#src/ui/table/model.ts'
import { Badge } from '#src/ui/text/Badge.tsx'
import { RelativeTime } from '#src/ui/text/RelativeTime.tsx'
import { STATUS_TONES } from '../texts.ts'

const column = columnHelper<StrategySummary>()

function sharingText({ shared_by: sharedBy, is_shared: isShared = false }: StrategySummary): string {
  if (sharedBy !== undefined) return `By ${sharedBy}, to read`
  return isShared ? 'Others can read it' : '–'
}

/** Columns of the strategy table; `now` in unix ms. */
export const strategyColumns = (now: number, onView: (id: string) => void): Columns<StrategySummary> =>
  column.columns([
    column.accessor('name', { header: 'Name', meta: { isTitle: true, wraps: true } }),
    column.accessor('status', {
      header: 'Status',
      meta: { isShort: true },
      cell: ({ row: { original } }) => (
        <Badge tone={STATUS_TONES[original.status]} shape="pill">
          {original.archived_at === undefined ? original.status : 'archived'}
        </Badge>
      ),
    }),
    column.accessor('symbols', {
      header: 'Pairs',
      meta: { isShort: true },
      cell: (cell) => cell.getValue().map(formatSymbol).join(', '),
    }),
    column.accessor('signal_sources', {
      header: 'Sources',
      meta: { numeric: true, isShort: true, isDescendingFirst: true },
    }),
    column.accessor('confluence_rules', {
      header: 'Rules',
      meta: { numeric: true, isShort: true, isDescendingFirst: true },
    }),
    column.accessor('version_number', {
      header: 'Version',
      meta: { numeric: true, isShort: true, isDescendingFirst: true },
    }),
    column.display({
      id: 'sharing',
      header: 'Shared',
      meta: { isShort: true },
      cell: ({ row: { original } }) => sharingText(original),
    }),
    column.accessor('created_at', {
      header: 'Created',
      meta: { isShort: true, isDescendingFirst: true },
      cell: (cell) => <RelativeTime at={toMillis(cell.getValue())} now={now} />,
    }),
    column.display({
      id: 'actions',
      header: 'View',
      meta: { isTitle: true, isActions: true },
      cell: ({ row: { original } }) => (
        <Button size="small" data-main aria-label={`View ${original.name}`} onClick={() => onView(original.id)}>
          View
        </Button>
      ),
    }),
  ])
