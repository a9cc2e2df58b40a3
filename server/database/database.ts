import type { PgDatabase, PgQueryResultHKT } from 'drizzle-orm/pg-core'
import type { ReadOnly } from './errors.ts'
import type { FilesFound } from './file-check.ts'

/** The database or a transaction of it, on either engine. */
export type Queries = PgDatabase<PgQueryResultHKT>

/** For a transaction that only the process which runs market and analysis may commit: rejects if another one does by now. */
export type AssertLeads = (tx: Queries) => Promise<void>

/** For a process that has its database to itself. */
export const leadsAlone: AssertLeads = () => Promise.resolve()

/**
 * The process's database. Inside `transaction` use only the queries passed to the callback: the embedded engine has a
 * single connection, so using `db` there would deadlock.
 */
export interface Database {
  readonly db: Queries
  /** Runs `work` atomically; its result is durable when the promise resolves. Rejects with `Unavailable`. Every write goes through it. */
  transaction<T>(work: (tx: Queries) => Promise<T>): Promise<T>
  readonly engine: 'embedded' | 'postgresql'
  /** Durability of acknowledged writes: synced to disk, or safe only against the death of the process. */
  readonly durability: 'fsync' | 'process'
  /** Resolves once the schema is migrated: at once if embedded, when the server first responds with PostgreSQL. */
  readonly whenReady: Promise<void>
  /** What a start waits for before `whenReady`, such as a refused connection; undefined once it has resolved. */
  waitingFor(): string | undefined
  /** Why writes are currently refused, although the database can be read; undefined if they are accepted. */
  readOnly(): ReadOnly | undefined
  /** What has been found in the embedded database's files; undefined with PostgreSQL, and while a copy in memory is read. */
  files(): FilesFound | undefined
  /** Runs `work` while no file of the embedded database changes: calls wait. With PostgreSQL, just runs it. */
  whileUnchanged(work: () => Promise<void>): Promise<void>
  /** Rejects with `Unavailable` if queries currently fail. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** Which database to open. */
export type DatabaseSettings =
  | {
      readonly engine: 'embedded'
      /** The data directory; the database's files are in its `database` folder. */
      readonly directory: string
      /** How long to wait for another process to release the directory. 0 except in development. */
      readonly lockTimeoutMs?: number
    }
  | { readonly engine: 'postgresql'; readonly url: string }
