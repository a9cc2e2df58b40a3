import { asc, count, desc, eq, sum } from 'drizzle-orm'
import type { Queries } from '#server/database/database.ts'
import { users } from '#server/database/schema/identity.ts'
import { models } from '#server/database/schema/models.ts'
import { RequestError } from '#server/http/errors.ts'
import type { FastifyRequest } from 'fastify'
import { principalOf } from '#server/http/guard.ts'
import type { Model, ModelDetails, ActivationChange, Scoring } from '#contract/models/model.ts'

export type ModelRow = typeof models.$inferSelect

/** Active ones first, then most recently changed, then by name. */
export const listModels = (db: Queries): Promise<ModelRow[]> =>
  db.select().from(models).orderBy(desc(models.isActive), desc(models.updatedAt), asc(models.name), asc(models.id))

export const activeModels = (db: Queries): Promise<ModelRow[]> =>
  db.select().from(models).where(eq(models.isActive, true)).orderBy(asc(models.createdAt), asc(models.id))

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** True for a valid id; PostgreSQL throws on any other text. */
export const isId = (text: string): boolean => UUID.test(text)
export const notFound = (): RequestError => new RequestError(404, 'Model not found')
/** Throws the same 404 for an invalid id as for an unknown one. */
export function assertId(id: string): void {
  if (!isId(id)) throw notFound()
}

/** A model and its uploader's e-mail. Throws a 404. */
export async function findModel(
  db: Queries,
  id: string,
): Promise<{ readonly row: ModelRow; readonly uploadedBy: string }> {
  assertId(id)
  const [found] = await db
    .select({ row: models, uploadedBy: users.email })
    .from(models)
    .innerJoin(users, eq(users.id, models.uploadedBy))
    .where(eq(models.id, id))
  if (!found) throw notFound()
  return found
}

/** Storage used by a user. */
export interface Usage {
  readonly files: number
  readonly bytes: number
}

export async function usageOf(db: Queries, userId: string): Promise<Usage> {
  const [usage] = await db
    .select({ files: count(), bytes: sum(models.sizeBytes).mapWith(Number) })
    .from(models)
    .where(eq(models.uploadedBy, userId))
  return { files: usage?.files ?? 0, bytes: usage?.bytes ?? 0 }
}

/** The user who performs an action, their address, and the time (unix ms). */
export interface Actor {
  readonly userId: string
  readonly email: string
  readonly ipAddress: string
  readonly at: number
}

export const actorOf = (request: FastifyRequest, at: number): Actor => {
  const { userId, email } = principalOf(request)
  return { userId, email, ipAddress: request.ip, at }
}

/** A model in the API format. */
export const toModelDto = (row: ModelRow, scoring: Scoring): Model => ({
  id: row.id,
  name: row.name,
  description: row.description,
  is_active: row.isActive,
  created_at: row.createdAt.toISOString(),
  updated_at: row.updatedAt.toISOString(),
  model_type: row.modelType,
  timeframe: row.timeframe,
  trading_pair: row.pair,
  exchange: row.exchange,
  format: row.format,
  file_name: row.fileName,
  size_bytes: row.sizeBytes,
  scoring,
})

export const toModelDetailsDto = (
  row: ModelRow,
  more: { readonly uploadedBy: string; readonly scoring: Scoring; readonly history: ActivationChange[] },
): ModelDetails => ({
  ...toModelDto(row, more.scoring),
  uploaded_by: more.uploadedBy,
  inspection: row.inspection,
  claimed_metrics: row.claimedMetrics,
  history: more.history,
})
