import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'

/** What queries are written against: the database itself or a transaction of it, on either engine. */
export type Queries = PgDatabase<PgQueryResultHKT>

/**
 * The one database of the process. Inside `transaction` use only the queries handed to the callback: the embedded engine
 * has a single connection, so the outer ones would wait for the transaction to end for ever.
 */
export interface Database {
  readonly db: Queries
  /** Runs `work` whole or not at all; its result is durable when the promise resolves. Rejects with `Unavailable`. */
  transaction<T>(work: (tx: Queries) => Promise<T>): Promise<T>
  readonly engine: 'embedded' | 'postgresql'
  /** How far acknowledged writes are safe: synced to the disk, or only against the death of the process. */
  readonly durability: 'fsync' | 'process'
  /** Resolves once the schema is in place: at once when embedded, when the server first answers with PostgreSQL. */
  readonly whenReady: Promise<void>
  /** Rejects with `Unavailable` when no query would be answered now. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** Which database to open. */
export type DatabaseSettings =
  | {
      readonly engine: 'embedded'
      /** The data directory; the database's files stand in `database` below it. */
      readonly directory: string
      /** How long to wait for another process to give the directory up. 0 except in development. */
      readonly lockTimeoutMs?: number
    }
  | { readonly engine: 'postgresql'; readonly url: string }
