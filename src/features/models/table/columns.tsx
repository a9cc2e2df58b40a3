import type { ListedModel } from '#contract/models/view-model.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { formatMegabytes, NOT_AVAILABLE } from '#src/ui/format/number.ts'
import { formatSymbol } from '#src/ui/format/pair.ts'
import { columnHelper, type Columns } from '#src/ui/table/model.ts'
import { Badge } from '#src/ui/text/Badge.tsx'
import { RelativeTime } from '#src/ui/text/RelativeTime.tsx'
import { VisuallyHidden } from '#src/ui/text/VisuallyHidden.tsx'
import { activeTone, scoringLabel } from '../model-labels.ts'

const column = columnHelper<ListedModel>()

function Status({ model }: { readonly model: ListedModel }) {
  const { isActive, scoring } = model
  const reason = scoring && scoring.state !== 'idle' ? scoringLabel(scoring).text : undefined
  return (
    <Badge tone={activeTone(model)} shape="pill" title={scoring?.reason ?? reason}>
      {isActive ? 'Active' : 'Inactive'}
      {reason === undefined ? '' : ` · ${reason}`}
    </Badge>
  )
}

/** 'BTC/USD · 1m'. */
const marketOf = ({ pair, timeframe }: ListedModel) =>
  [pair && formatSymbol(pair), timeframe].filter((part) => part !== undefined && part !== '').join(' · ')

const orNone = (text: string | undefined) => (text === undefined || text === '' ? NOT_AVAILABLE : text)

/** Columns of the table of models; `now` in unix ms. */
export const modelColumns = (now: number, onOpen: (model: ListedModel) => void): Columns<ListedModel> =>
  column.columns([
    column.accessor('name', { header: 'Name', meta: { isTitle: true, wraps: true } }),
    column.display({ id: 'status', header: 'Status', cell: ({ row }) => <Status model={row.original} /> }),
    column.display({ id: 'type', header: 'Type', cell: ({ row }) => orNone(row.original.modelType) }),
    column.display({
      id: 'pair',
      header: 'Pair',
      cell: ({ row: { original } }) => orNone(marketOf(original)),
    }),
    column.display({ id: 'format', header: 'Format', cell: ({ row }) => orNone(row.original.format) }),
    column.display({
      id: 'size',
      header: 'Size',
      meta: { numeric: true, isDescendingFirst: true },
      cell: ({ row: { original } }) =>
        original.sizeBytes === undefined ? NOT_AVAILABLE : formatMegabytes(original.sizeBytes),
    }),
    column.display({
      id: 'updated',
      header: 'Updated',
      meta: { isDescendingFirst: true },
      cell: ({ row }) => <RelativeTime at={row.original.updatedAt} now={now} />,
    }),
    column.display({
      id: 'details',
      header: 'Details',
      meta: { isTitle: true, isActions: true },
      cell: ({ row: { original } }) => (
        <Button size="small" data-main onClick={() => onOpen(original)}>
          Details <VisuallyHidden>of {original.name}</VisuallyHidden>
        </Button>
      ),
    }),
  ])
