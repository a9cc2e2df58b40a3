import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { MODEL_LIMITS } from '#contract/limits.ts'
import type { Inspection } from '#contract/models/inspection.ts'
import type { ClaimedMetrics } from '#contract/models/model.ts'
import type { Database, Queries } from '#server/database/database.ts'
import { users } from '#server/database/schema/identity.ts'
import { models } from '#server/database/schema/models.ts'
import { RequestError } from '#server/http/errors.ts'
import type { ModelAudit } from '../ports.ts'
import { usageOf, type ModelRow, type Usage, type Actor } from '../registry/rows.ts'
import type { FileStore } from '../file-store/file-store.ts'
import type { UploadFields } from './fields.ts'
import { overQuota } from './parts.ts'

/** Throws a 507 if the user has reached the maximum number of files. */
export function assertRoomFor({ files }: Usage): void {
  if (files >= MODEL_LIMITS.maxFilesPerUser) {
    throw new RequestError(507, `You have ${files} models: at most ${MODEL_LIMITS.maxFilesPerUser} can be stored.`)
  }
}

export interface PreparedUpload {
  /** Path of the received and synced file. */
  readonly path: string
  readonly fileName: string
  readonly fields: UploadFields
  readonly inspection: Inspection
  readonly claimedMetrics: ClaimedMetrics | null
}

/** Stores the file and inserts its row. Both are durable when it resolves; when it rejects, there are both or neither. */
export async function store(
  {
    database,
    fileStore,
    audit,
  }: { readonly database: Database; readonly fileStore: FileStore; readonly audit: ModelAudit },
  upload: PreparedUpload,
  actor: Actor,
): Promise<ModelRow> {
  const id = randomUUID()
  await fileStore.put(upload.path, id)
  try {
    return await database.transaction((tx) => insertModel(tx, audit, id, upload, actor))
  } catch (error) {
    // The commit may have succeeded although its result was lost. If that cannot be checked now, the next start reconciles it.
    const exists = await hasRow(database, id).catch(() => true)
    if (!exists) await fileStore.remove(id)
    throw error
  }
}

async function hasRow({ db }: Database, id: string): Promise<boolean> {
  return (await db.select({ id: models.id }).from(models).where(eq(models.id, id))).length > 0
}

async function insertModel(
  tx: Queries,
  audit: ModelAudit,
  id: string,
  upload: PreparedUpload,
  actor: Actor,
): Promise<ModelRow> {
  const { inspection, fields } = upload
  // Serialises the uploads of a user, so that the quota holds.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, actor.userId)).for('update')
  const usage = await usageOf(tx, actor.userId)
  assertRoomFor(usage)
  if (usage.bytes + inspection.size_bytes > MODEL_LIMITS.maxBytesPerUser) throw overQuota()
  const at = new Date(actor.at)
  const [row] = await tx
    .insert(models)
    .values({
      id,
      ...fields,
      format: inspection.format,
      fileName: upload.fileName,
      sizeBytes: inspection.size_bytes,
      sha256: Buffer.from(inspection.sha256, 'hex'),
      inspection,
      claimedMetrics: upload.claimedMetrics,
      uploadedBy: actor.userId,
      createdAt: at,
      updatedAt: at,
    })
    .returning()
  if (!row) throw new Error('The stored model was not returned')
  await audit(tx, {
    action: 'model.uploaded',
    userId: actor.userId,
    ipAddress: actor.ipAddress,
    details: { target: id, name: row.name, file: row.fileName, sha256: inspection.sha256 },
    at: actor.at,
  })
  return row
}
