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

/**
 * The pairs of its market that other processes lead, or will.
 * @param shared the pairs of which this process leads its share
 */
export async function pairsOfOthers(
  { engine, db }: Pick<Database, 'engine' | 'db'>,
  { market, pairs }: OwnScope,
  shared: readonly PairId[],
): Promise<readonly PairId[]> {
  if (engine === 'embedded') return []
  // The client is loaded only by those who have a server.
  const { readHolders } = await import('#server/cluster/leadership/postgresql.ts')
  const led = (await readHolders(db)).filter((holder: Holder) => holder.market === market).map(({ pair }) => pair)
  return [...new Set([...led, ...shared])].filter((pair) => !pairs.includes(pair))
}

/** The same; all other pairs while the database cannot be asked. */
export const pairsThatOthersMayLead = (...[database, own, shared]: Parameters<typeof pairsOfOthers>) =>
  pairsOfOthers(database, own, shared).catch(() => PAIR_IDS.filter((pair) => !own.pairs.includes(pair)))

/** Whether backtests on a data set run in this process: on the market of a pair with its leader, on imported candles with that of the first pair. */
export function runsHere(dataSet: string, { pairs }: OwnScope, others: readonly PairId[]): boolean {
  if (others.length === 0) return true
  const [kind, , pair] = dataSet.split(':')
  if (kind === 'market') return !others.some((other) => other === pair)
  return pairs.some((own) => own === firstPair([...pairs, ...others]))
}
