import type { Logger } from 'pino'
import type { MarketDeps } from '#server/market/ports.ts'
import type { ChosenSource } from '#server/market/source.ts'
import type { Settings } from './settings.ts'
import type { Lifecycle } from './process/lifecycle.ts'

/** What every part of the server is registered with. A part finds the parts it depends on as decorators of the app. */
export interface ServerContext {
  readonly settings: Settings
  readonly logger: Logger
  /** How long to wait for another process to release the data directory. */
  readonly lockTimeoutMs: number
  readonly publicUrl: URL | undefined
  /** If empty, the Origin must match the request's host. */
  readonly allowedOrigins: readonly string[]
  /** Unix milliseconds. */
  readonly startedAt: number
  readonly lifecycle: Lifecycle
  /** The source of the market with all pairs that the process may run; the same with each call. */
  readonly source: () => Promise<ChosenSource>
  /** Called with one line when this process must end, as another one has taken over. */
  readonly onDeposed: (reason: Error) => void
  /** Clock, randomness, timers and log of the market. */
  readonly market: MarketDeps
}
