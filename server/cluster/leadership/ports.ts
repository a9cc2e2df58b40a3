import type { PairId } from '#contract/pairs.ts'
import type { Queries } from '#server/database/database.ts'

/** Whether this process runs the market and the analysis of its pairs. */
export interface LeadershipState {
  /**
   * standby: another process may hold them, this one waits. leader: it holds them. uncertain: it held them until it could no longer
   * renew that in time, and another may hold them now. deposed: another does.
   */
  readonly status: 'standby' | 'leader' | 'uncertain' | 'deposed'
  /** Grows with each change of the holder; null until the process first holds its pairs. */
  readonly token: number | null
  /** Since when it holds them, unix ms; null until then. */
  readonly since: number | null
  /** Address of the process that holds one of them, as far as it is known. */
  readonly otherHolder: string | null
}

/** The right of one process to run the market and the analysis of its pairs: all of them or none, or its share. */
export interface Leadership {
  state(): LeadershipState
  /** Resolves with the token while the process is sure to hold its pairs, and waits otherwise. Rejects with `Deposed` if it never will. */
  untilHeld(): Promise<number>
  /** For a transaction that only the holder may commit. Rejects with `Deposed` if another process has taken over. */
  assertHeld(tx: Queries): Promise<void>
  /** Gives up at once, when something else shows that another process has taken over. */
  depose(): void
  /** Resolves with the reason when another process has taken over, or may. */
  readonly whenDeposed: Promise<Deposed>
  /** Sets the address at which other processes reach this one. */
  announce(address: string): void
  /** Lets another process take over at once. */
  release(): Promise<void>
}

/** Another process has taken over, or this one stops: it must neither write nor publish any more. */
export class Deposed extends Error {
  override readonly name = 'Deposed'

  constructor(message = 'Another process has taken over the analysis') {
    super(message)
  }
}

/** Leases that a process has taken. */
export interface Held {
  readonly token: number
  readonly pairs: readonly PairId[]
}

/** What an attempt to take over came to. */
export type Attempt = ({ readonly kind: 'held' } & Held) | { readonly kind: 'refused'; readonly address: string | null }

/** What a holder learns when it renews its leases; `lost` if another process has one of the pairs now. */
export type Renewal =
  | 'lost'
  | {
      /** For each of its pairs one stands by that could do the work. */
      readonly isWanted: boolean
      /** Pairs that it could have taken too, and that no process holds or is about to take. */
      readonly unled: readonly PairId[]
    }

/** The leases in the database. Each call rejects if the database does not answer in time. */
export interface LeaseStore {
  /**
   * Takes all pairs, or none if another process holds one. With a share, as many of those that are free, and those that were kept.
   * @param isAble whether this process could do a leader's work: then the holder sees that it is wanted; otherwise those who could
   * come first
   */
  acquire(address: string | null, isAble: boolean): Promise<Attempt>
  renew(held: Held, address: string | null): Promise<Renewal>
  /** Keeps pairs that nobody holds for the process that starts next, beyond its share; resolves with false if another leader has. */
  keep(unled: readonly PairId[]): Promise<boolean>
  /** @param toAble whether those who could do a leader's work come first */
  release(held: Held, toAble?: boolean): Promise<void>
  close(): Promise<void>
}
