import type { BacktestSubject } from '#contract/backtests/request.ts'
import type { BacktestJob } from '#contract/backtests/jobs.ts'
import type { Candle } from '#contract/candles.ts'
import type { PairId } from '#contract/pairs.ts'
import type { MarketKind } from '#contract/provenance.ts'
import type { Role } from '#contract/roles.ts'
import type { CustomStrategy } from '#contract/strategies/definition.ts'

/** The minutes of the server's own market: stored, archived or recorded. Times are unix ms. */
export interface MarketMinutes {
  readonly kind: MarketKind
  readonly label: string
  /** Undefined without minutes. */
  coverage(pair: PairId): Promise<{ readonly from: number; readonly to: number; readonly minutes: number } | undefined>
  /** Closed minutes that opened from `from` and before `to`, oldest first, in parts. */
  load(pair: PairId, from: number, to: number): AsyncIterable<readonly Candle[]>
}

/** Who asks. */
export interface Reader {
  readonly userId: string
  readonly role: Role
}

/** What a subject names, as it is now. Throws a 404 for what does not exist, or not for the user. */
export type ResolveSubject = (
  reader: Reader,
  subject: BacktestSubject,
  pair: PairId,
) => Promise<{ readonly subject: BacktestJob['subject']; readonly definition: CustomStrategy }>
