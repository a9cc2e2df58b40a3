import * as z from 'zod/mini'
import { FEATURE_VECTOR, featureVectorSchema } from '#contract/models/features.ts'
import {
  activatedReplySchema,
  deactivatedReplySchema,
  deletedReplySchema,
  modelDetailsReplySchema,
  modelHistoryReplySchema,
  modelListReplySchema,
  rollBackSchema,
  rolledBackReplySchema,
  type Scoring,
} from '#contract/models/model.ts'
import { performanceReplySchema, type Performance } from '#contract/models/performance.ts'
import { MODELS } from '#contract/paths.ts'
import type { Database } from '#server/database/database.ts'
import type { Service } from '#server/http/app.ts'
import type { ModelAudit } from './ports.ts'
import { actOf } from './registry/act.ts'
import { findModel, listModels, type ModelRow } from './registry/rows.ts'
import { shownDetails, shownModel } from './registry/shown.ts'
import { deleteModel, history, rollBack, switchModel } from './registry/switches.ts'
import type { Shelf } from './shelf/shelf.ts'

export interface ModelRouteDeps {
  readonly database: Database
  readonly shelf: Shelf
  readonly audit: ModelAudit
  readonly scoringOf: (row: ModelRow) => Scoring
  readonly performanceOf: (row: ModelRow) => Promise<Performance>
  /** What is active has changed, durably. */
  readonly changed: () => Promise<void>
  readonly now: () => number
}

const params = z.object({ id: z.string().check(z.maxLength(40)) })
const featuresReply = z.object({ success: z.literal(true), data: featureVectorSchema })
const success = <T>(data: T) => ({ success: true as const, data })

/** Words for what activating a model comes to: a model that is not scored here says so. */
const activation = ({ name }: ModelRow, { state, reason }: Scoring): string =>
  state === 'impossible' ? `"${name}" is active, but gives no signals. ${reason ?? ''}`.trim() : `"${name}" is active.`

/** The registry of models; mounted under the market-data base. */
export const modelRoutes =
  (deps: ModelRouteDeps): Service =>
  async (app) => {
    const { database, shelf, scoringOf, now } = deps
    const { db } = database

    for (const path of [MODELS.all, MODELS.list]) {
      app.get(path, { schema: { response: { 200: modelListReplySchema } } }, async () => {
        const rows = await listModels(db)
        return success(rows.map((row) => shownModel(row, scoringOf(row))))
      })
    }

    app.get(MODELS.features, { schema: { response: { 200: featuresReply } } }, () => success(FEATURE_VECTOR))

    app.get(MODELS.history, { schema: { response: { 200: modelHistoryReplySchema } } }, async () =>
      success(await history(db)),
    )

    app.get(MODELS.model, { schema: { params, response: { 200: modelDetailsReplySchema } } }, async (request) => {
      const { row, uploadedBy } = await findModel(db, request.params.id)
      return success(shownDetails(row, { uploadedBy, scoring: scoringOf(row), history: await history(db, row.id) }))
    })

    app.get(MODELS.performance, { schema: { params, response: { 200: performanceReplySchema } } }, async (request) => {
      const { row } = await findModel(db, request.params.id)
      return success(await deps.performanceOf(row))
    })

    app.post(MODELS.activate, { schema: { params, response: { 200: activatedReplySchema } } }, async (request) => {
      const row = await switchModel(deps, request.params.id, true, actOf(request, now()))
      await deps.changed()
      const message = activation(row, scoringOf(row))
      return { success: true as const, status: 'activated' as const, model_id: row.id, message }
    })

    app.post(MODELS.deactivate, { schema: { params, response: { 200: deactivatedReplySchema } } }, async (request) => {
      const row = await switchModel(deps, request.params.id, false, actOf(request, now()))
      await deps.changed()
      const message = `"${row.name}" is inactive.`
      return { success: true as const, status: 'deactivated' as const, model_id: row.id, message }
    })

    app.delete(MODELS.model, { schema: { params, response: { 200: deletedReplySchema } } }, async (request) => {
      const row = await deleteModel(deps, request.params.id, actOf(request, now()))
      if (row.isActive) await deps.changed()
      await shelf.remove(row.id)
      const message = `"${row.name}" and its file were removed.`
      return { success: true as const, status: 'deleted' as const, model_id: row.id, message }
    })

    app.post(
      MODELS.rollBack,
      { schema: { body: rollBackSchema, response: { 200: rolledBackReplySchema } } },
      async (request) => {
        const result = await rollBack(deps, request.body.change_id, actOf(request, now()))
        await deps.changed()
        return success(result)
      },
    )
  }
