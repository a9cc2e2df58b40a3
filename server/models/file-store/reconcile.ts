import type { FileStore } from './file-store.ts'

/** A model that the database has. */
interface StoredModel {
  readonly id: string
  readonly name: string
}

/**
 * Reconciles the files with the models of the database after a crash: removes unfinished uploads and files without a model,
 * unless there are many files and no models at all, so that database and data directory do not seem to belong together. Models
 * without a file stay, since the file may come back. Returns notices for the operator.
 */
export async function reconcile(stored: readonly StoredModel[], fileStore: FileStore): Promise<readonly string[]> {
  await fileStore.clearIncoming()
  const files = await fileStore.ids()
  if (stored.length === 0 && files.length > 1) {
    return [`${files.length} model files in the data directory are unknown to this database: they were not changed.`]
  }
  const known = new Set(stored.map(({ id }) => id))
  for (const id of files) if (!known.has(id)) await fileStore.remove(id)
  const missing = stored.filter(({ id }) => !fileStore.has(id))
  const restore = 'to models/files in the data directory, or delete'
  if (missing.length > MAX_NAMED) {
    return [`The files of ${missing.length} models are missing. Restore them ${restore} the models.`]
  }
  return missing.map(({ name }) => `The file of the model "${name}" is missing. Restore it ${restore} the model.`)
}

/** With more, one notice counts them. */
const MAX_NAMED = 3
