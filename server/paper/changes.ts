import type { PaperOrder } from '#contract/paper/orders.ts'
import type { Database, Queries } from '#server/database/database.ts'
import { RequestError } from '#server/http/errors.ts'
import type { Actor } from '#server/strategies/ports.ts'
import { lockTrader } from '#server/strategies/store/owners.ts'
import { withoutOrders, type AllocationState } from './allocation.ts'
import { note } from './ledger.ts'
import {
  addOrders,
  addRows,
  allocationsOf,
  lockAccount,
  saveAccount,
  saveAllocations,
  type NewRow,
  type StoredAccount,
  type StoredAllocation,
} from './store.ts'

const MINUTE_MS = 60_000

export type PaperAction =
  | 'paper.started'
  | 'paper.limits_changed'
  | 'paper.halted'
  | 'paper.resumed'
  | 'paper.allocated'
  | 'paper.ended'
  | 'paper.closed'
  | 'paper.protected'
  | 'paper.ordered'
  | 'paper.cancelled'
  | 'paper.noted'

/** Writes an audit entry, the last statement of a transaction. */
export type AuditChange = (
  tx: Queries,
  actor: Actor,
  action: PaperAction,
  details: Readonly<Record<string, unknown>>,
) => Promise<void>

/** An account that is locked, and what it trades. */
interface Locked {
  readonly tx: Queries
  readonly account: StoredAccount
  readonly allocations: readonly StoredAllocation[]
  /** A row of the ledger at the present market time. */
  readonly tell: (text: string, allocationId?: string) => NewRow
}

export const changed = (id: string) => ({ success: true as const, id })

/** The opening of the minute of a market time, unix ms. */
export const minuteAt = (at: number): number => Math.floor(at / MINUTE_MS) * MINUTE_MS

/** One that trades; throws a 404 or 409 otherwise. */
export function findIn(allocations: readonly StoredAllocation[], id: string): StoredAllocation {
  const found = allocations.find((each) => each.id === id)
  if (!found) throw new RequestError(404, 'Allocation not found')
  if (found.endedAt !== null) throw new RequestError(409, 'It has ended.')
  return found
}

export const save = (tx: Queries, allocation: StoredAllocation, state: AllocationState): Promise<void> =>
  saveAllocations(tx, [{ ...allocation, state }])

/** How users change their accounts. `now` is market time; `announce` is called with the users whose accounts have changed. */
export function createChanges({
  database,
  audit,
  announce,
  now,
}: {
  readonly database: Database
  readonly audit: AuditChange
  readonly announce: (userIds: readonly string[]) => void
  readonly now: () => number
}) {
  return {
    /** Changes the user's account; what a row says of it goes to the ledger, and the action to the audit log. */
    change: async (
      actor: Actor,
      work: (
        locked: Locked,
      ) => Promise<{ action: PaperAction; id: string; details?: object; rows?: readonly NewRow[] }>,
    ) => {
      const answer = await database.transaction(async (tx) => {
        await lockTrader(tx, actor.userId)
        const account = await lockAccount(tx, actor.userId)
        if (!account) throw new RequestError(409, 'There is no paper account. Start one first.')
        const allocations = await allocationsOf(tx, [account.id])
        const tell = (text: string, allocationId: string | null = null): NewRow => ({
          ...note(text),
          accountId: account.id,
          allocationId,
          at: minuteAt(now()),
        })
        const { action, id, details = {}, rows = [] } = await work({ tx, account, allocations, tell })
        await addRows(tx, rows)
        await saveAccount(tx, account.id, {})
        await audit(tx, actor, action, { target: id, ...details })
        return changed(id)
      })
      announce([actor.userId])
      return answer
    },

    /** The state without the orders that `which` picks, which are written as cancelled. */
    cancel: async (
      tx: Queries,
      { id, state }: Pick<StoredAllocation, 'id' | 'state'>,
      which: (order: PaperOrder) => boolean,
      reason: string,
    ): Promise<AllocationState> => {
      const { state: left, ended } = withoutOrders(state, which, now(), reason)
      await addOrders(
        tx,
        ended.map((order) => ({ allocationId: id, order })),
      )
      return left
    },
  }
}
