import { map, type Observable } from 'rxjs'
import type { Database } from '#server/database/database.ts'
import type { StreamLog } from '#server/streams/ports.ts'

/** Seconds from the publication of each entry to its arrival in this process, before it is written to sockets. */
export const entryAges = ({ appended$ }: Pick<StreamLog, 'appended$'>, now: () => number): Observable<number> =>
  // The clocks of two machines differ by a little.
  appended$.pipe(map(({ entry }) => Math.max(0, now() - entry.provenance.published_at) / 1000))

/** Seconds that the database took to answer; undefined if it did not. */
export async function roundTrip(database: Pick<Database, 'ping'>): Promise<number | undefined> {
  const startedAt = performance.now()
  try {
    await database.ping()
  } catch {
    // Health gives the reason.
    return undefined
  }
  return (performance.now() - startedAt) / 1000
}
