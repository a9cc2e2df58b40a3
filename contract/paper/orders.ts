import * as z from 'zod/mini'
import { PAPER } from '../limits.ts'
import { pairSchema } from '../pairs.ts'
import { timestampSchema } from '../time.ts'

/** A market order waits for the open of the next minute, the others for their price. */
export const ORDER_TYPES = ['market', 'limit', 'stop', 'trailing_stop'] as const
export type OrderType = (typeof ORDER_TYPES)[number]
export const ORDER_TYPE_NAMES: Readonly<Record<OrderType, string>> = {
  market: 'Market',
  limit: 'Limit',
  stop: 'Stop',
  trailing_stop: 'Trailing stop',
}

/** `intended` until the first minute after it was placed; the last four are final. */
export const ORDER_STATES = ['intended', 'open', 'partly_filled', 'filled', 'cancelled', 'refused', 'expired'] as const
export type OrderState = (typeof ORDER_STATES)[number]

const priceSchema = z.number().check(z.positive())
const distanceSchema = z.number().check(z.positive(), z.lt(100))

/** What an order waits for. `price` in the quote currency; `distance_pct` behind the best price since it was placed. */
export const orderLegSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('market') }),
  z.object({ type: z.literal('limit'), price: priceSchema }),
  z.object({ type: z.literal('stop'), price: priceSchema }),
  z.object({ type: z.literal('trailing_stop'), distance_pct: distanceSchema }),
])
export type OrderLeg = z.infer<typeof orderLegSchema>

/** POST …/allocations/:id/orders. Of two legs the first that fills cancels the other. */
export const placeOrderSchema = z.object({
  side: z.enum(['BUY', 'SELL']),
  /** In the base currency. */
  quantity: z.number().check(z.positive()),
  legs: z.array(orderLegSchema).check(z.minLength(1), z.maxLength(2)),
  /** Until it is cancelled, or the UTC day of market time ends. */
  good_for: z.enum(['cancelled', 'day']),
})
export type PlaceOrder = z.infer<typeof placeOrderSchema>

/** An order on paper. Times in unix ms of market time. */
export const paperOrderSchema = z.object({
  id: z.string(),
  /** Shared by two orders of which one cancels the other: the first that fills. */
  oco_id: z.nullable(z.string()),
  side: z.enum(['BUY', 'SELL']),
  type: z.enum(ORDER_TYPES),
  /** Of a limit or stop; of a trailing stop where it is now; null for a market order. */
  price: z.nullable(z.number()),
  distance_pct: z.nullable(z.number()),
  quantity: z.number(),
  filled: z.number(),
  /** Of what is filled; null before. */
  average_price: z.nullable(z.number()),
  /** Only closes the position that was open when it was placed. */
  closes: z.boolean(),
  state: z.enum(ORDER_STATES),
  placed_at: timestampSchema,
  expires_at: z.nullable(timestampSchema),
  ended_at: z.nullable(timestampSchema),
  /** Why it was cancelled, refused or expired. */
  reason: z.nullable(z.string()),
})
export type PaperOrder = z.infer<typeof paperOrderSchema>

/** GET …/paper/orders: those that wait, then those that ended, newest first. */
export const ordersResponseSchema = z.object({
  orders: z.array(z.extend(paperOrderSchema, { allocation_id: z.string(), name: z.string(), pair: pairSchema })),
})
export type ListedOrder = z.infer<typeof ordersResponseSchema>['orders'][number]

export const ordersQuerySchema = z.object({
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(PAPER.ledgerCap)), PAPER.ledgerPage),
})

/** PATCH …/allocations/:id/position: where the open position is closed by itself; null for nowhere. */
export const protectionSchema = z.object({ stop: z.nullable(priceSchema), target: z.nullable(priceSchema) })
