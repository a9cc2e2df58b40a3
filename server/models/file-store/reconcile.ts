import { asc, inArray } from 'drizzle-orm'
import type { Database } from '#server/database/database.ts'
import { models } from '#server/database/schema/models.ts'
import type { ModelAudit } from '../ports.ts'
import type { FileStore } from './file-store.ts'

export interface ReconcileDeps {
  readonly database: Database
  readonly fileStore: FileStore
  /** The file store was created by this start. */
  readonly isNew: boolean
  readonly audit: ModelAudit
  readonly now: () => number
}

/**
 * Reconciles rows and files after a crash: removes unfinished uploads and files without a row, and removes and audits rows
 * without a file. If database and data directory do not seem to belong together (a new store and old rows, or many files
 * and no rows), nothing is changed. Returns notices for the operator.
 */
export async function reconcile({ database, fileStore, isNew, audit, now }: ReconcileDeps): Promise<readonly string[]> {
  await fileStore.clearIncoming()
  const rows = await database.db
    .select({ id: models.id, name: models.name })
    .from(models)
    .orderBy(asc(models.createdAt))
  const files = await fileStore.ids()
  if (isNew && rows.length > 0) {
    return [`${rows.length} listed models have no file in this data directory: they were not changed.`]
  }
  if (rows.length === 0 && files.length > 1) {
    return [`${files.length} model files in the data directory are unknown to this database: they were not changed.`]
  }
  const known = new Set(rows.map(({ id }) => id))
  for (const id of files) if (!known.has(id)) await fileStore.remove(id)
  const present = new Set(files)
  const lost = rows.filter(({ id }) => !present.has(id))
  if (lost.length === 0) return []
  await database.transaction(async (tx) => {
    await tx.delete(models).where(
      inArray(
        models.id,
        lost.map(({ id }) => id),
      ),
    )
    for (const { id, name } of lost) {
      await audit(tx, { action: 'model.lost', details: { target: id, name }, at: now() })
    }
  })
  return lost.map(({ name }) => `The file of the model "${name}" is missing: the model was removed.`)
}
