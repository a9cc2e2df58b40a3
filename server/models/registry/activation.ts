import { randomUUID } from 'node:crypto'
import { asc, desc, eq, gte } from 'drizzle-orm'
import { MODEL_LIMITS } from '#contract/limits.ts'
import type { ActivationChange, RolledBack } from '#contract/models/model.ts'
import type { Database, Queries } from '#server/database/database.ts'
import { users } from '#server/database/schema/identity.ts'
import { models, modelSwitches } from '#server/database/schema/models.ts'
import { RequestError } from '#server/http/errors.ts'
import type { FileStore } from '../file-store/file-store.ts'
import type { ModelAudit } from '../ports.ts'
import { assertId, isId, notFound, type ModelRow, type Actor } from './rows.ts'

interface ModelRef {
  readonly id: string
  readonly name: string
}

async function recordChange(tx: Queries, { id, name }: ModelRef, isActive: boolean, actor: Actor, rolledBack?: string) {
  await tx.insert(modelSwitches).values({
    id: randomUUID(),
    modelId: id,
    modelName: name,
    change: isActive ? 'activated' : 'deactivated',
    userId: actor.userId,
    at: new Date(actor.at),
    rolledBack: rolledBack ?? null,
  })
}

async function lock(tx: Queries, id: string): Promise<ModelRow> {
  const [row] = await tx.select().from(models).where(eq(models.id, id)).for('update')
  if (!row) throw notFound()
  return row
}

interface ActivationDeps {
  readonly database: Database
  readonly audit: ModelAudit
  readonly fileStore: Pick<FileStore, 'has'>
}

/**
 * Activates or deactivates a model, with history and audit entries. Without effect if it is in that state already. Throws a
 * 409 for the activation of a model whose file is missing.
 */
export function setModelActive(
  { database, audit, fileStore }: ActivationDeps,
  id: string,
  isActive: boolean,
  actor: Actor,
): Promise<ModelRow> {
  assertId(id)
  return database.transaction(async (tx) => {
    const row = await lock(tx, id)
    if (isActive && !fileStore.has(id)) {
      throw new RequestError(409, `The file of "${row.name}" is missing: it cannot be activated.`)
    }
    if (row.isActive === isActive) return row
    const updatedAt = new Date(actor.at)
    await tx.update(models).set({ isActive, updatedAt }).where(eq(models.id, id))
    await recordChange(tx, row, isActive, actor)
    await audit(tx, {
      action: isActive ? 'model.activated' : 'model.deactivated',
      ...auditFields(actor),
      details: { target: id, name: row.name },
    })
    return { ...row, isActive, updatedAt }
  })
}

/** Deletes a model's row. Its history remains; the caller removes its file after the commit. */
export function deleteModel(
  { database, audit }: { readonly database: Database; readonly audit: ModelAudit },
  id: string,
  actor: Actor,
): Promise<ModelRow> {
  assertId(id)
  return database.transaction(async (tx) => {
    const row = await lock(tx, id)
    await tx.delete(models).where(eq(models.id, id))
    if (row.isActive) await recordChange(tx, row, false, actor)
    await audit(tx, {
      action: 'model.deleted',
      ...auditFields(actor),
      details: { target: id, name: row.name, sha256: Buffer.from(row.sha256).toString('hex') },
    })
    return row
  })
}

const auditFields = ({ userId, ipAddress, at }: Actor) => ({ userId, ipAddress, at })

const HISTORY = {
  id: modelSwitches.id,
  model_id: modelSwitches.modelId,
  model_name: modelSwitches.modelName,
  change: modelSwitches.change,
  by: users.email,
  at: modelSwitches.at,
  rolled_back: modelSwitches.rolledBack,
}

/** Activation changes of one model or of all, newest first. */
export async function history(db: Queries, modelId?: string): Promise<ActivationChange[]> {
  const rows = await db
    .select(HISTORY)
    .from(modelSwitches)
    .innerJoin(users, eq(users.id, modelSwitches.userId))
    .where(modelId === undefined ? undefined : eq(modelSwitches.modelId, modelId))
    .orderBy(desc(modelSwitches.seq))
    .limit(MODEL_LIMITS.historyRows)
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }))
}

/**
 * Restores the set of active models from before a change. The roll-back is part of the history, so it can be rolled back
 * too. Models deleted since, or without their file, are listed and skipped.
 */
export function rollBack(
  { database, audit, fileStore }: ActivationDeps,
  changeId: string,
  actor: Actor,
): Promise<RolledBack> {
  return database.transaction(async (tx) => {
    const present = await tx.select().from(models).orderBy(asc(models.id)).for('update')
    const since = await changesSince(tx, changeId)
    const gone: string[] = []
    const missing: string[] = []
    const result = { activated: [] as string[], deactivated: [] as string[], gone, file_missing: missing }
    const seen = new Set<string>()
    for (const { modelId, modelName, change } of since) {
      if (seen.has(modelId)) continue
      seen.add(modelId)
      // The state before is the opposite of the oldest change since.
      const wasActive = change === 'deactivated'
      const row = present.find(({ id }) => id === modelId)
      if (!row) {
        if (wasActive) gone.push(modelName)
      } else if (wasActive && !fileStore.has(row.id)) {
        missing.push(row.name)
      } else if (row.isActive !== wasActive) {
        await tx
          .update(models)
          .set({ isActive: wasActive, updatedAt: new Date(actor.at) })
          .where(eq(models.id, modelId))
        await recordChange(tx, row, wasActive, actor, changeId)
        ;(wasActive ? result.activated : result.deactivated).push(row.name)
      }
    }
    await audit(tx, { action: 'model.rolled_back', ...auditFields(actor), details: { target: changeId, ...result } })
    return result
  })
}

/** A change and all later ones, oldest first. */
async function changesSince(tx: Queries, changeId: string) {
  const [from] = isId(changeId) ? await tx.select().from(modelSwitches).where(eq(modelSwitches.id, changeId)) : []
  if (!from) throw new RequestError(404, 'Change not found')
  return tx.select().from(modelSwitches).where(gte(modelSwitches.seq, from.seq)).orderBy(asc(modelSwitches.seq))
}
