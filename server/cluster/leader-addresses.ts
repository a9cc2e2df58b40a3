import { exhaustMap, from, interval, merge, startWith, Subject, type Observable } from 'rxjs'
import { PAIR_IDS, type PairId } from '#contract/pairs.ts'
import type { MarketKind } from '#contract/provenance.ts'
import type { Holder } from '#server/cluster/leadership/postgresql.ts'

const LOOK_MS = 1_000

/** The market as far as a gateway knows it. */
export interface KnownMarket {
  readonly kind: MarketKind
  /** Also those whose leader is being replaced. */
  readonly pairs: readonly PairId[]
}

/** Where the processes are that lead, as they were last found. */
export interface LeaderAddresses {
  /** Of the leader of a pair; without one, of that of the first pair. Undefined while there is none. */
  of(pair: PairId | undefined): string | undefined
  /** Of all leaders. */
  all(): readonly string[]
  /** Looks at once, such as after a failure. */
  look(): void
  stop(): void
}

/** The first pair in Pairbot's order: its leader does what belongs to no pair. */
export const firstPair = (pairs: readonly PairId[]): PairId | undefined => PAIR_IDS.find((pair) => pairs.includes(pair))

function addressOf(holders: readonly Holder[], { kind, pairs }: KnownMarket, pair: PairId | undefined) {
  const ofMarket = holders.filter(({ market }) => market === kind)
  const found = ofMarket.length > 0 ? ofMarket : holders
  const known = found === ofMarket ? pairs : []
  // A pair that no process runs is answered as one without data; one that is being taken over is waited for.
  const isLed = (each: PairId) => known.includes(each) || found.some((holder) => holder.pair === each)
  const first = firstPair([...known, ...found.map((holder) => holder.pair)])
  const wanted = pair !== undefined && isLed(pair) ? pair : first
  return found.find((holder) => holder.pair === wanted)?.address ?? undefined
}

/**
 * Looks for the leaders from time to time. A look that fails changes nothing.
 * @param find resolves to the processes that lead
 */
export function followLeaders(
  find: () => Promise<readonly Holder[]>,
  market: () => KnownMarket,
  report: (error: unknown) => void,
  ticks$: Observable<unknown> = interval(LOOK_MS),
): LeaderAddresses {
  let holders: readonly Holder[] = []
  const asked$ = new Subject<void>()
  async function attempt(): Promise<void> {
    try {
      holders = await find()
    } catch (error) {
      report(error)
    }
  }
  const subscription = merge(ticks$, asked$)
    .pipe(
      startWith(undefined),
      exhaustMap(() => from(attempt())),
    )
    .subscribe()
  return {
    of: (pair) => addressOf(holders, market(), pair),
    all: () => holders.flatMap(({ address }) => address ?? []),
    look: () => asked$.next(),
    stop: () => subscription.unsubscribe(),
  }
}
