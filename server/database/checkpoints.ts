import type { DiskSpace } from './disk-space.ts'
import type { GuardedPGlite } from './guarded-engine.ts'

/** What is written to the log between two checkpoints: replayed within a second by the start after a kill. */
const DUE_BYTES = 8 * 2 ** 20

/**
 * Makes a checkpoint if much was written since the last one. The engine makes none while it runs: without this its log grows
 * for as long as the process lives, and with it the next start. True if it made one.
 */
export async function checkpointWhenDue(
  client: GuardedPGlite,
  space: Pick<DiskSpace, 'hasRoomToWrite'>,
): Promise<boolean> {
  if (client.fatalError || !space.hasRoomToWrite()) return false
  const { rows } = await client.query<{ bytes: number }>(
    'select (pg_current_wal_lsn() - redo_lsn)::float8 as bytes from pg_control_checkpoint()',
  )
  if ((rows[0]?.bytes ?? 0) < DUE_BYTES) return false
  await client.query('checkpoint')
  return true
}
