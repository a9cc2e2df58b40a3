import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { and, eq } from 'drizzle-orm'
import type { Database, Queries } from '#server/database/database.ts'
import { modelFiles } from '#server/database/schema/models.ts'
import type { ModelRow } from '../registry/rows.ts'
import { receive } from '../upload/parts.ts'
import type { FileStore } from './file-store.ts'

const PART_BYTES = 1_048_576

type ModelFile = Pick<ModelRow, 'id' | 'sha256'>

/** The files of models in a database that several processes use. Each has those that it knows in its own file store too. */
export interface SharedFiles {
  /** Copies a model's file from the file store, in the transaction that inserts its row. Rejects if it is not the one that was uploaded. */
  share(tx: Queries, model: ModelFile): Promise<void>
  /** Copies those that only this process has: uploaded before files were shared, or to the embedded database. */
  shareAll(models: readonly ModelFile[]): Promise<void>
  /** Copies a model's file to the file store; false if the database has none, or not the one that was uploaded. */
  fetch(model: ModelFile): Promise<boolean>
}

export function createSharedFiles(database: Database, fileStore: FileStore, dataDir: string): SharedFiles {
  async function* partsOf(modelId: string): AsyncGenerator<Uint8Array> {
    for (let part = 0; ; part += 1) {
      const [found] = await database.db
        .select({ content: modelFiles.content })
        .from(modelFiles)
        .where(and(eq(modelFiles.modelId, modelId), eq(modelFiles.part, part)))
      if (!found) return
      yield found.content
    }
  }

  async function share(tx: Queries, { id, sha256 }: ModelFile): Promise<void> {
    const hash = createHash('sha256')
    let part = 0
    for await (const content of createReadStream(fileStore.pathOf(id), { highWaterMark: PART_BYTES })) {
      hash.update(content)
      await tx.insert(modelFiles).values({ modelId: id, part, content }).onConflictDoNothing()
      part += 1
    }
    if (!hash.digest().equals(sha256)) throw new Error(`The file of the model ${id} is not the one that was uploaded.`)
  }

  return {
    share,
    async shareAll(models) {
      const shared = await database.db.select({ id: modelFiles.modelId }).from(modelFiles).where(eq(modelFiles.part, 0))
      const known = new Set(shared.map(({ id }) => id))
      for (const model of models)
        if (!known.has(model.id) && fileStore.has(model.id)) await database.transaction((tx) => share(tx, model))
    },
    async fetch({ id, sha256 }) {
      const path = fileStore.incoming()
      try {
        const received = await receive(partsOf(id), path, { directory: dataDir, quotaBytes: Infinity })
        if (!Buffer.from(sha256).equals(received.sha256)) return false
        await fileStore.put(path, id)
        return true
      } finally {
        await rm(path, { force: true })
      }
    },
  }
}
