import type { MarketKind } from '#contract/provenance.ts'
import type { Database } from '#server/database/database.ts'
import { addRows, allocationsOf, lockAccountsOn, saveAllocations } from './store.ts'
import { endNow } from './trade.ts'

/** [PT-7] A recording begins again with the server: what traded on it ends, as its prices do not go on. */
export const endRecordings = (database: Database, market: MarketKind, at: number): Promise<void> =>
  database.transaction(async (tx) => {
    if (market !== 'replay') return
    for (const account of await lockAccountsOn(tx, market)) {
      const active = (await allocationsOf(tx, [account.id])).filter(
        (each) => each.endedAt === null && each.market === market,
      )
      const ended = active.map((each) => endNow(account, each, { at, reason: 'The recording began again.' }))
      await saveAllocations(
        tx,
        ended.map(({ allocation }) => allocation),
      )
      await addRows(
        tx,
        ended.flatMap(({ rows }) => rows),
      )
    }
  })
