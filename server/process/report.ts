import type { Database } from '#server/database/database.ts'
import { ReadOnly, toUnavailable } from '#server/database/errors.ts'

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
