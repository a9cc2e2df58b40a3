import { map, type Observable } from 'rxjs'
import * as PAPER_API from '#contract/endpoints/paper.ts'
import { PAPER } from '#contract/limits.ts'
import type { PaperUpdate } from '#contract/messages.ts'
import {
  paperAccountSchema,
  type Allocate,
  type PaperAccount,
  type PaperLimits,
  type PaperSettings,
} from '#contract/paper/account.ts'
import type { PlaceOrder } from '#contract/paper/orders.ts'
import { failure, success, type Result } from '#src/lib/result.ts'
import type { Queries } from '#src/streams/queries.ts'
import type { Call } from '../http/http.ts'
import { requestOf } from '../http/request-of.ts'
import { createStrategyRequests, type StrategyFailure } from './strategies.ts'

const accountOf = ({ data }: PaperUpdate): Result<PaperAccount | null, StrategyFailure> => {
  const parsed = paperAccountSchema.safeParse(data.account)
  return parsed.success
    ? success(parsed.data)
    : failure({ text: 'The server sent an account that cannot be read.', status: undefined })
}

/** The user's paper account as the server sends it, and loaded again while it is subscribed to and after a change, and changes, none of which rejects. */
export function createPaper(call: Call, queries: Queries, updates$: Observable<PaperUpdate>) {
  const { load, every, act } = createStrategyRequests(call, queries)
  const ofAllocation = (id: string, reason: string) => ({ params: { id }, body: { reason } })
  const { accountMs } = PAPER.poll

  return {
    /** Null before the first start. */
    account: queries.pushed(
      accountMs,
      load(requestOf(PAPER_API.account), ({ account }) => account),
      updates$.pipe(map(accountOf)),
      (account, before) => (account?.revision ?? 0) < (before?.revision ?? 0),
    ),
    /** Those of a strategy, otherwise all; newest first. */
    trades: (strategyId?: string) =>
      every(
        accountMs,
        requestOf(PAPER_API.ledger, { query: { kind: 'close', strategy_id: strategyId } }),
        ({ rows }) => rows,
      ),
    ledger: every(accountMs, requestOf(PAPER_API.ledger), ({ rows }) => rows),
    /** The newest fills among the newest rows of the ledger. */
    fills: every(2 * accountMs, requestOf(PAPER_API.ledger), ({ rows }) => rows.filter(({ price }) => price !== null)),
    /** Those that wait, then those that ended, newest first. */
    orders: every(accountMs, requestOf(PAPER_API.orders), ({ orders }) => orders),
    curve: every(10 * accountMs, requestOf(PAPER_API.curve), ({ points }) => points),
    start: (settings: PaperSettings, limits: PaperLimits) =>
      act(requestOf(PAPER_API.start, { body: { settings, limits } })),
    setLimits: (body: PaperLimits) => act(requestOf(PAPER_API.limits, { body })),
    halt: (close: boolean) => act(requestOf(PAPER_API.halt, { body: { close } })),
    resume: () => act(requestOf(PAPER_API.resume)),
    allocate: (body: Allocate) => act(requestOf(PAPER_API.allocate, { body })),
    end: (id: string, reason: string) => act(requestOf(PAPER_API.end, ofAllocation(id, reason))),
    /** `share`: of the position, in percent. */
    close: (id: string, reason: string, share: number) =>
      act(requestOf(PAPER_API.close, { params: { id }, body: { reason, share_pct: share } })),
    protect: (id: string, stop: number | null, target: number | null) =>
      act(requestOf(PAPER_API.protect, { params: { id }, body: { stop, target } })),
    addNote: (text: string) => act(requestOf(PAPER_API.addNote, { body: { text } })),
    placeOrder: (id: string, body: PlaceOrder) => act(requestOf(PAPER_API.placeOrder, { params: { id }, body })),
    cancelOrder: (id: string) => act(requestOf(PAPER_API.cancelOrder, { params: { id } })),
  }
}
export type Paper = ReturnType<typeof createPaper>
