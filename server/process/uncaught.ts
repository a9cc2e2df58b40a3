import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Database } from '#server/database/database.ts'
import { ReadOnly, toUnavailable } from '#server/database/errors.ts'

export interface UncaughtDeps {
  /** The process. */
  readonly events: {
    on(event: 'uncaughtException' | 'unhandledRejection', listener: (error: unknown) => void): unknown
  }
  readonly log: { fatal(details: { readonly err: unknown; readonly id: string }, message: string): void }
  /** Stops what runs. */
  readonly stop: () => Promise<unknown>
  readonly exit: (code: number) => void
  readonly newId?: () => string
  /** Resolves when `stop` has taken too long. */
  readonly timeout?: () => Promise<unknown>
}

const STOP_MS = 10_000

/** Logs an error that nothing caught as one line with an id, then stops the server and exits with 1. */
export function handleUncaught({
  events,
  log,
  stop,
  exit,
  newId = () => randomBytes(8).toString('hex'),
  timeout = () => delay(STOP_MS),
}: UncaughtDeps): void {
  let isStopping = false
  async function stopOnce(): Promise<void> {
    if (isStopping) return
    isStopping = true
    await Promise.race([stop().catch(report('stopping failed')), timeout()])
    exit(1)
  }
  const report = (message: string) => (error: unknown) => log.fatal({ err: error, id: newId() }, message)
  const reportUncaught = report('uncaught error: the server stops')
  const onError = (error: unknown) => {
    reportUncaught(error)
    void stopOnce()
  }
  events.on('uncaughtException', onError)
  events.on('unhandledRejection', onError)
}

/**
 * Logs failures of background work, except that the server is read-only, or still waits for its database: that is logged once,
 * instead of with everything that cannot be done meanwhile.
 */
export const reportTo =
  (
    database: Pick<Database, 'waitingFor'>,
    log: (details: { readonly err: unknown }, message: string) => void,
    message: string,
  ) =>
  (error: unknown): void => {
    const unavailable = toUnavailable(error)
    const isKnown = unavailable instanceof ReadOnly || (unavailable && database.waitingFor() !== undefined)
    if (!isKnown) log({ err: error }, message)
  }
