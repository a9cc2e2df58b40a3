import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { ballastOf } from './disk-space.ts'

/** The data directory holds a database that cannot be used. The message is one line for the operator. */
export class DamagedDatabase extends Error {
  override readonly name = 'DamagedDatabase'

  constructor(directory: string, problem: string, cause?: unknown) {
    super(
      `The database in ${directory} cannot be used: ${problem}. Nothing was changed. Restore a backup with ` +
        '"pairbot restore <folder>", or set PAIRBOT_DATA_DIR to an empty directory to start anew.',
      { cause },
    )
  }
}

/** What to do about a table that is damaged. */
export const RESTORE = 'Stop the server, and restore the newest backup with "pairbot restore <folder> --replace"'

/** A table was found to be damaged while the database is in use. The message is one line for the operator. */
export class DamagedTable extends Error {
  override readonly name = 'DamagedTable'

  constructor(directory: string, problem: string) {
    super(`In the database in ${directory} ${problem}. The server goes on with the other tables. ${RESTORE}.`)
  }
}

/** Records that the files of a new database were synced. */
export const syncMarkerOf = (directory: string): string => join(directory, 'database.synced')
/** Holds what a restore has copied so far. */
export const restoringOf = (directory: string): string => join(directory, 'restoring')

/** Without these files the engine would create an empty database over the old one, or not open it. */
const ESSENTIAL = ['PG_VERSION', 'global/pg_control', 'base', 'pg_wal', 'pg_xact']

const isEmpty = (path: string): boolean => {
  const found = statSync(path, { throwIfNoEntry: false })
  return found === undefined || (found.isFile() && found.size === 0)
}

/**
 * Whether `directory` has a database. Throws `DamagedDatabase` if there are signs of an earlier one, but it is incomplete: the
 * engine would silently replace it by an empty one.
 */
export function hasDatabase(directory: string): boolean {
  if (existsSync(restoringOf(directory))) throw new DamagedDatabase(directory, 'a restore was interrupted')
  const signs = [syncMarkerOf(directory), ballastOf(directory), join(directory, 'signing-keys.json')]
  const missing = ESSENTIAL.filter((name) => isEmpty(join(directory, 'database', name)))
  if (missing.length === 0) return true
  if (signs.some((path) => existsSync(path))) {
    throw new DamagedDatabase(directory, `database/${missing[0]} is missing or empty`)
  }
  // The first start was interrupted before the database was complete.
  return false
}
