import { PAIR_IDS, type PairId } from '#contract/pairs.ts'
import type { MarketKind } from '#contract/provenance.ts'
import type { Database } from '#server/database/database.ts'
import type { Holder } from '#server/cluster/leadership/postgresql.ts'
import { firstPair } from './leader-addresses.ts'

/** What this process leads. */
export interface OwnScope {
  readonly market: MarketKind
  readonly pairs: readonly PairId[]
}

/** The pairs of its market that other processes lead. */
export async function pairsOfOthers(
  { engine, db }: Pick<Database, 'engine' | 'db'>,
  { market, pairs }: OwnScope,
): Promise<readonly PairId[]> {
  if (engine === 'embedded') return []
  // The client is loaded only by those who have a server.
  const { readHolders } = await import('#server/cluster/leadership/postgresql.ts')
  return (await readHolders(db)).flatMap((holder: Holder) =>
    holder.market === market && !pairs.includes(holder.pair) ? [holder.pair] : [],
  )
}

/** The same; all other pairs while the database cannot be asked. */
export const pairsThatOthersMayLead = (database: Pick<Database, 'engine' | 'db'>, own: OwnScope) =>
  pairsOfOthers(database, own).catch(() => PAIR_IDS.filter((pair) => !own.pairs.includes(pair)))

/** Whether backtests on a data set run in this process: on the market of a pair with its leader, on imported candles with that of the first pair. */
export function runsHere(dataSet: string, { pairs }: OwnScope, others: readonly PairId[]): boolean {
  if (others.length === 0) return true
  const [kind, , pair] = dataSet.split(':')
  if (kind === 'market') return !others.some((other) => other === pair)
  return pairs.some((own) => own === firstPair([...pairs, ...others]))
}
