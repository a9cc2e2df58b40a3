import { useState } from 'react'
import type { Allocation } from '#contract/paper/account.ts'
import { ORDER_TYPE_NAMES, type OrderLeg, type PlaceOrder } from '#contract/paper/orders.ts'
import { PAIRS, type PairId } from '#contract/pairs.ts'
import { useMutation } from '#src/app/use-mutation.ts'
import { ToggleGroup } from '#src/ui/controls/ToggleGroup.tsx'
import { NumberField } from '#src/ui/fields/NumberField.tsx'
import { Select } from '#src/ui/fields/Select.tsx'
import { formatDollars, formatPrice } from '#src/ui/format/number.ts'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import type { FiguresByPair } from '#src/streams/index.ts'
import { FormDialog } from '../FormDialog.tsx'
import { useTradingContext } from '../trading-context.ts'
import { equityOf } from './value.ts'

const KINDS = [
  { id: 'market', label: ORDER_TYPE_NAMES.market, note: 'at the open of the next minute', legs: ['market'] },
  { id: 'limit', label: ORDER_TYPE_NAMES.limit, note: 'at a price or better', legs: ['limit'] },
  { id: 'stop', label: ORDER_TYPE_NAMES.stop, note: 'once a price is reached', legs: ['stop'] },
  {
    id: 'trailing_stop',
    label: ORDER_TYPE_NAMES.trailing_stop,
    note: 'behind the best price',
    legs: ['trailing_stop'],
  },
  { id: 'bracket', label: 'Limit and stop', note: 'one cancels the other', legs: ['limit', 'stop'] },
  { id: 'trailing', label: 'Limit and trailing stop', note: 'one cancels the other', legs: ['limit', 'trailing_stop'] },
] as const
type Kind = (typeof KINDS)[number]['id']

const GOOD_FOR = [
  { id: 'cancelled', label: 'Until cancelled' },
  { id: 'day', label: 'Until the day ends (UTC)' },
] as const

/** Part of a capital that a first order is offered for. */
const FIRST_SHARE = 0.5
const DECIMALS = 6

/** What an order is placed for at first: all of a position, or half of the capital that is left. */
function firstQuantity(allocation: Allocation, price: number | undefined, value: number): number | null {
  if (allocation.position) return allocation.position.quantity
  return price === undefined ? null : Number(((FIRST_SHARE * value) / price).toFixed(DECIMALS))
}

interface Form {
  readonly kind: Kind
  readonly side: PlaceOrder['side']
  readonly quantity: number | null
  readonly limit: number | null
  readonly stop: number | null
  readonly distance: number | null
  readonly goodFor: PlaceOrder['good_for']
}

/** The legs of a form; undefined while one of them has no price. */
function legsOf({ kind, limit, stop, distance }: Form): readonly OrderLeg[] | undefined {
  const legs = KINDS.find(({ id }) => id === kind)?.legs ?? []
  const made = legs.flatMap((type): readonly OrderLeg[] => {
    if (type === 'market') return [{ type }]
    if (type === 'trailing_stop') return distance === null ? [] : [{ type, distance_pct: distance }]
    const price = type === 'limit' ? limit : stop
    return price === null ? [] : [{ type, price }]
  })
  return made.length === legs.length ? made : undefined
}

interface OrderProps {
  /** Those that trade; not empty. */
  readonly allocations: readonly Allocation[]
  readonly prices: FiguresByPair
  /** Price that it is for, of the pair of the first. */
  readonly at?: number | undefined
  readonly onClose: () => void
}

/** An order at a price: against a position its limit or stop; otherwise to buy, below the last price at a limit and above at a stop. */
function orderAt(at: number, position: Allocation['position'], last: number | undefined): Partial<Form> {
  const isAbove = last !== undefined && at > last
  const isLimit = position ? isAbove === (position.side === 'long') : !isAbove
  return isLimit ? { kind: 'limit', limit: at } : { kind: 'stop', stop: at }
}

/** Form for an order by hand, on an allocation that is traded by hand or against the position of a strategy. */
export function OrderDialog({ allocations, prices, at, onClose }: OrderProps) {
  const { paper } = useTradingContext()
  const { toasts } = useOverlays()
  const [chosen, setChosen] = useState(allocations[0])
  const allocation = allocations.find(({ id }) => id === chosen?.id) ?? allocations[0]
  const initial = (of: Allocation | undefined): Form => ({
    kind: 'market',
    side: of?.position?.side === 'long' ? 'SELL' : 'BUY',
    quantity: of ? firstQuantity(of, prices.get(of.pair)?.last, equityOf(of, prices)) : null,
    limit: null,
    stop: null,
    distance: 1,
    goodFor: 'cancelled',
    ...(of && at !== undefined && of.pair === allocations[0]?.pair
      ? orderAt(at, of.position, prices.get(of.pair)?.last)
      : {}),
  })
  const [form, setForm] = useState(() => initial(allocation))
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const { mutate, isPending, error } = useMutation(paper.placeOrder)
  if (!allocation) return null
  const { pair, position } = allocation
  const last = prices.get(pair)?.last
  const set = (part: Partial<Form>) => setForm((current) => ({ ...current, ...part }))
  const legs = legsOf(form)
  const needs = KINDS.find(({ id }) => id === form.kind)?.legs ?? []

  async function place() {
    setWasSubmitted(true)
    if (!allocation || !legs || form.quantity === null || form.quantity <= 0) return
    const { side, quantity, goodFor } = form
    const result = await mutate(allocation.id, { side, quantity, legs: [...legs], good_for: goodFor })
    if (result?.ok !== true) return
    toasts.success('Order placed')
    onClose()
  }

  const missing = (value: number | null) => (wasSubmitted && value === null ? 'Enter a price' : undefined)
  const price = {
    unit: 'USD',
    min: 0,
    step: last === undefined ? 1 : last / 1_000,
    format: { maximumFractionDigits: PAIRS[pair].priceDecimals },
    hint: last === undefined ? undefined : `Last price ${formatPrice(last, pair)}`,
  }
  return (
    <FormDialog
      title="New Order"
      description={
        allocation.strategy_id === null
          ? 'Simulated, on what you trade by hand. Filled from the next minute on.'
          : 'Simulated. It can only close the position of this strategy, which trades on.'
      }
      submit="Place Order"
      busyText="Placing..."
      failed="Failed to place the order"
      isPending={isPending}
      error={error}
      onSubmit={() => void place()}
      onClose={onClose}
    >
      {allocations.length > 1 ? (
        <Select
          label="For"
          options={allocations.map(({ id, name, pair: of }) => ({ id, label: name, note: PAIRS[of].label }))}
          value={allocation.id}
          onChange={(id) => {
            const next = allocations.find((each) => each.id === id)
            setChosen(next)
            setForm(initial(next))
          }}
        />
      ) : null}
      <ToggleGroup
        label="Side"
        options={[
          { id: 'BUY', label: 'Buy' },
          { id: 'SELL', label: 'Sell' },
        ]}
        value={form.side}
        onChange={(side) => set({ side })}
      />
      <Select label="Type" options={KINDS} value={form.kind} onChange={(kind) => set({ kind })} />
      <NumberField
        label="Quantity"
        hint={worth(form.quantity, last, allocation, prices)}
        unit={coinOf(pair)}
        min={0}
        step={position ? position.quantity / 4 : 0.01}
        format={{ maximumFractionDigits: DECIMALS + 2 }}
        value={form.quantity}
        error={wasSubmitted && !form.quantity ? 'Enter a quantity' : undefined}
        onChange={(quantity) => set({ quantity })}
      />
      <div className={layout.columns}>
        {needs.some((type) => type === 'limit') ? (
          <NumberField
            {...price}
            label="Limit"
            value={form.limit}
            error={missing(form.limit)}
            onChange={(limit) => set({ limit })}
          />
        ) : null}
        {needs.some((type) => type === 'stop') ? (
          <NumberField
            {...price}
            label="Stop"
            value={form.stop}
            error={missing(form.stop)}
            onChange={(stop) => set({ stop })}
          />
        ) : null}
        {needs.some((type) => type === 'trailing_stop') ? (
          <NumberField
            label="Distance"
            hint="Behind the best price since it was placed"
            unit="%"
            min={0.1}
            max={99}
            step={0.1}
            value={form.distance}
            error={wasSubmitted && form.distance === null ? 'Enter a distance' : undefined}
            onChange={(distance) => set({ distance })}
          />
        ) : null}
      </div>
      {form.kind === 'market' ? null : (
        <Select label="Good" options={GOOD_FOR} value={form.goodFor} onChange={(goodFor) => set({ goodFor })} />
      )}
    </FormDialog>
  )
}

const coinOf = (pair: PairId): string => PAIRS[pair].label.split('/')[0] ?? ''

/** What a quantity is worth at the last price, beside what there is. */
function worth(
  quantity: number | null,
  last: number | undefined,
  allocation: Allocation,
  prices: FiguresByPair,
): string | undefined {
  if (last === undefined) return undefined
  const value = `${formatDollars((quantity ?? 0) * last)} at the last price`
  return allocation.position ? value : `${value}, of ${formatDollars(equityOf(allocation, prices))}`
}
