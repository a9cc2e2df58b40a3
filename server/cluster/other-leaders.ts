import { PAIR_IDS, type PairId } from '#contract/pairs.ts'
import type { MarketKind } from '#contract/provenance.ts'
import type { Database } from '#server/database/database.ts'
import type { Holder } from '#server/cluster/leadership/postgresql.ts'

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

/** All pairs of the market, its own and those of others, in Pairbot's order. */
export async function pairsOfAll(...[database, own, shared]: Parameters<typeof pairsOfOthers>): Promise<PairId[]> {
  const others = await pairsOfOthers(database, own, shared)
  return PAIR_IDS.filter((pair) => own.pairs.includes(pair) || others.includes(pair))
}
