import * as z from 'zod/mini'
import { FEATURE_VECTOR, featureVectorSchema } from '#contract/models/features.ts'
import {
  activatedResponseSchema,
  deactivatedResponseSchema,
  deletedResponseSchema,
  modelDetailsResponseSchema,
  modelHistoryResponseSchema,
  modelListResponseSchema,
  rollBackSchema,
  rolledBackResponseSchema,
  type Scoring,
} from '#contract/models/model.ts'
import { performanceResponseSchema, type Performance } from '#contract/models/performance.ts'
import { MODELS } from '#contract/paths.ts'
import type { Database } from '#server/database/database.ts'
import type { Service } from '#server/http/app.ts'
import type { ModelAudit } from './ports.ts'
import { actorOf } from './registry/actor.ts'
import { findModel, listModels, type ModelRow } from './registry/rows.ts'
import { toModelDetailsDto, toModelDto } from './registry/dto.ts'
import { deleteModel, history, rollBack, setModelActive } from './registry/activation.ts'
import type { FileStore } from './file-store/file-store.ts'

export interface ModelRouteDeps {
  readonly database: Database
  readonly fileStore: FileStore
  readonly audit: ModelAudit
  readonly scoringOf: (row: ModelRow) => Scoring
  readonly performanceOf: (row: ModelRow) => Promise<Performance>
  /** Called when the set of active models has changed, after the commit. */
  readonly onActivationChange: () => Promise<void>
  readonly now: () => number
}

const params = z.object({ id: z.string().check(z.maxLength(40)) })
const featuresResponse = z.object({ success: z.literal(true), data: featureVectorSchema })
const success = <T>(data: T) => ({ success: true as const, data })

/** The message for an activation; says so if the model cannot be scored. */
const activationMessage = ({ name }: ModelRow, { state, reason }: Scoring): string =>
  state === 'impossible' ? `"${name}" is active, but gives no signals. ${reason ?? ''}`.trim() : `"${name}" is active.`

/** Routes of the model registry, under the market-data base path. */
export const modelRoutes =
  (deps: ModelRouteDeps): Service =>
  async (app) => {
    const { database, fileStore, scoringOf, now } = deps
    const { db } = database

    for (const path of [MODELS.all, MODELS.list]) {
      app.get(path, { schema: { response: { 200: modelListResponseSchema } } }, async () => {
        const rows = await listModels(db)
        return success(rows.map((row) => toModelDto(row, scoringOf(row))))
      })
    }

    app.get(MODELS.features, { schema: { response: { 200: featuresResponse } } }, () => success(FEATURE_VECTOR))

    app.get(MODELS.history, { schema: { response: { 200: modelHistoryResponseSchema } } }, async () =>
      success(await history(db)),
    )

    app.get(MODELS.model, { schema: { params, response: { 200: modelDetailsResponseSchema } } }, async (request) => {
      const { row, uploadedBy } = await findModel(db, request.params.id)
      return success(
        toModelDetailsDto(row, { uploadedBy, scoring: scoringOf(row), history: await history(db, row.id) }),
      )
    })

    app.get(
      MODELS.performance,
      { schema: { params, response: { 200: performanceResponseSchema } } },
      async (request) => {
        const { row } = await findModel(db, request.params.id)
        return success(await deps.performanceOf(row))
      },
    )

    app.post(MODELS.activate, { schema: { params, response: { 200: activatedResponseSchema } } }, async (request) => {
      const row = await setModelActive(deps, request.params.id, true, actorOf(request, now()))
      await deps.onActivationChange()
      const message = activationMessage(row, scoringOf(row))
      return { success: true as const, status: 'activated' as const, model_id: row.id, message }
    })

    app.post(
      MODELS.deactivate,
      { schema: { params, response: { 200: deactivatedResponseSchema } } },
      async (request) => {
        const row = await setModelActive(deps, request.params.id, false, actorOf(request, now()))
        await deps.onActivationChange()
        const message = `"${row.name}" is inactive.`
        return { success: true as const, status: 'deactivated' as const, model_id: row.id, message }
      },
    )

    app.delete(MODELS.model, { schema: { params, response: { 200: deletedResponseSchema } } }, async (request) => {
      const row = await deleteModel(deps, request.params.id, actorOf(request, now()))
      if (row.isActive) await deps.onActivationChange()
      await fileStore.remove(row.id)
      const message = `"${row.name}" and its file were removed.`
      return { success: true as const, status: 'deleted' as const, model_id: row.id, message }
    })

    app.post(
      MODELS.rollBack,
      { schema: { body: rollBackSchema, response: { 200: rolledBackResponseSchema } } },
      async (request) => {
        const result = await rollBack(deps, request.body.change_id, actorOf(request, now()))
        await deps.onActivationChange()
        return success(result)
      },
    )
  }
