import { asc } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { models } from '#server/database/schema/models.ts'
import type { FileStore } from './file-store.ts'

export interface ReconcileDeps {
  readonly database: Database
  readonly fileStore: FileStore
}

/**
 * Reconciles rows and files after a crash: removes unfinished uploads and files without a row, unless there are many files
 * and no rows at all, so that database and data directory do not seem to belong together. Rows without a file stay, since the
 * file may come back. Returns notices for the operator.
 */
export async function reconcile({ database, fileStore }: ReconcileDeps): Promise<readonly string[]> {
  await fileStore.clearIncoming()
  const rows = await database.db
    .select({ id: models.id, name: models.name })
    .from(models)
    .orderBy(asc(models.createdAt))
  const files = await fileStore.ids()
  if (rows.length === 0 && files.length > 1) {
    return [`${files.length} model files in the data directory are unknown to this database: they were not changed.`]
  }
  const known = new Set(rows.map(({ id }) => id))
  for (const id of files) if (!known.has(id)) await fileStore.remove(id)
  const missing = rows.filter(({ id }) => !fileStore.has(id))
  const restore = 'to models/files in the data directory, or delete'
  if (missing.length > MAX_NAMED) {
    return [`The files of ${missing.length} models are missing. Restore them ${restore} the models.`]
  }
  return missing.map(({ name }) => `The file of the model "${name}" is missing. Restore it ${restore} the model.`)
}

/** With more, one notice counts them. */
const MAX_NAMED = 3
