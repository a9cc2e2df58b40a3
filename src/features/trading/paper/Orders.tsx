import { ORDER_TYPE_NAMES, type ListedOrder } from '#contract/paper/orders.ts'
import { PAPER } from '#contract/limits.ts'
import { PAIRS } from '#contract/pairs.ts'
import { toMillis } from '#contract/time.ts'
import { useMutation } from '#src/app/use-mutation.ts'
import { useRemoteData } from '#src/app/use-remote-data.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { AsyncContent } from '#src/ui/feedback/AsyncContent.tsx'
import { formatNumber, formatPrice } from '#src/ui/format/number.ts'
import { formatDateTime } from '#src/ui/format/time.ts'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { Table, type Column } from '#src/ui/table/Table.tsx'
import { Badge } from '#src/ui/text/Badge.tsx'
import type { Tone } from '#src/ui/theme/palettes.ts'
import { useTradingContext } from '../trading-context.ts'

const STATES: Record<ListedOrder['state'], { readonly text: string; readonly tone: Tone }> = {
  intended: { text: 'waits for the next minute', tone: 'info' },
  open: { text: 'open', tone: 'info' },
  partly_filled: { text: 'partly filled', tone: 'info' },
  filled: { text: 'filled', tone: 'success' },
  cancelled: { text: 'cancelled', tone: 'neutral' },
  refused: { text: 'refused', tone: 'danger' },
  expired: { text: 'expired', tone: 'neutral' },
}

function CancelButton({
  order: { id, side, pair, type, oco_id: oco, ended_at: ended },
}: {
  readonly order: ListedOrder
}) {
  const { paper } = useTradingContext()
  const { dialogs } = useOverlays()
  const { mutate, isPending } = useMutation(paper.cancelOrder)
  if (ended !== null) return null

  const what = `${ORDER_TYPE_NAMES[type].toLowerCase()} order to ${side.toLowerCase()} ${PAIRS[pair].label}`

  async function cancel() {
    const isConfirmed = await dialogs.confirm({
      title: `Cancel the ${what}?`,
      text:
        oco === null
          ? 'What it has filled stays.'
          : 'What it has filled stays, and so does the order that it is linked to.',
      confirmText: 'Cancel Order',
      cancelText: 'Keep It',
      danger: true,
    })
    if (!isConfirmed) return
    const result = await mutate(id)
    if (result?.ok === false) await dialogs.alert({ title: `Failed to cancel the order: ${result.error.text}` })
  }

  return (
    <Button size="small" busy={isPending} aria-label={`Cancel the ${what}`} onClick={() => void cancel()}>
      Cancel
    </Button>
  )
}

const COLUMNS: readonly Column<ListedOrder>[] = [
  {
    id: 'for',
    header: 'For',
    wraps: true,
    sortBy: ({ pair, name }) => `${PAIRS[pair].label} ${name}`,
    cell: ({ pair, name }) => (name.startsWith(PAIRS[pair].label) ? name : `${PAIRS[pair].label}, ${name}`),
  },
  {
    id: 'side',
    header: 'Side',
    cell: ({ side }) => <Badge tone={side === 'BUY' ? 'success' : 'danger'}>{side}</Badge>,
  },
  {
    id: 'type',
    header: 'Type',
    cell: ({ type, distance_pct: distance, oco_id: oco }) =>
      `${ORDER_TYPE_NAMES[type]}${distance === null ? '' : ` ${distance}%`}${oco === null ? '' : ' (OCO)'}`,
  },
  {
    id: 'price',
    header: 'Price',
    numeric: true,
    sortBy: ({ price }) => price,
    cell: ({ price, pair }) => price !== null && formatPrice(price, pair),
  },
  { id: 'quantity', header: 'Quantity', numeric: true, cell: ({ quantity }) => formatNumber(quantity, 6) },
  {
    id: 'filled',
    header: 'Filled',
    numeric: true,
    cell: ({ filled, average_price: price, pair }) =>
      price === null ? '0' : `${formatNumber(filled, 6)} at ${formatPrice(price, pair)}`,
  },
  {
    id: 'state',
    header: 'State',
    wraps: true,
    sortBy: ({ state }) => STATES[state].text,
    cell: ({ state, reason }) => (
      <>
        <Badge tone={STATES[state].tone}>{STATES[state].text}</Badge> {reason}
      </>
    ),
  },
  {
    id: 'placed',
    header: 'Placed',
    sortBy: ({ placed_at: at }) => toMillis(at),
    cell: ({ placed_at: at }) => formatDateTime(toMillis(at)),
  },
  { id: 'cancel', header: '', cell: (order) => <CancelButton order={order} /> },
]

/** The orders by hand: those that wait, then those that ended. */
export function Orders() {
  const { paper } = useTradingContext()
  const data = useRemoteData(paper.orders)
  return (
    <AsyncContent data={data} loading="Loading orders..." failed="Failed to load orders" lines={4}>
      {(orders) => (
        <Table
          caption="Orders"
          columns={COLUMNS}
          rows={orders}
          rowKey={({ id }) => id}
          empty="No orders by hand yet"
          pageSize={PAPER.rowsPerPage}
          stacks
        />
      )}
    </AsyncContent>
  )
}
