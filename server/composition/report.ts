import { ReadOnly, toUnavailable } from '#server/database/errors.ts'

/**
 * Logs failures of background work, except that the server is read-only: that is logged once, instead of with everything that
 * cannot be written meanwhile.
 */
export const reportTo =
  (log: (details: { readonly err: unknown }, message: string) => void, message: string) =>
  (error: unknown): void => {
    if (!(toUnavailable(error) instanceof ReadOnly)) log({ err: error }, message)
  }
