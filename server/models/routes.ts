import * as MODELS from '#contract/endpoints/models.ts'
import { FEATURE_VECTOR } from '#contract/models/features.ts'
import type { Scoring } from '#contract/models/model.ts'
import type { Performance } from '#contract/models/performance.ts'
import type { Database } from '#server/database/database.ts'
import type { Service } from '#server/http/app.ts'
import { serve } from '#server/http/serve.ts'
import type { ModelAudit } from './ports.ts'
import { findModel, listModels, type ModelRow, actorOf, toModelDetailsDto, toModelDto } from './registry/rows.ts'
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

/** All but the upload, which alone accepts multipart bodies. */
const { upload: _, ...endpoints } = MODELS
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

    const list = async () => success((await listModels(db)).map((row) => toModelDto(row, scoringOf(row))))

    serve(app, endpoints, {
      all: list,
      list,
      features: () => success(FEATURE_VECTOR),
      history: async () => success(await history(db)),

      async model({ params }) {
        const { row, uploadedBy } = await findModel(db, params.id)
        return success(
          toModelDetailsDto(row, { uploadedBy, scoring: scoringOf(row), history: await history(db, row.id) }),
        )
      },

      async performance({ params }) {
        const { row } = await findModel(db, params.id)
        return success(await deps.performanceOf(row))
      },

      async activate(request) {
        const row = await setModelActive(deps, request.params.id, true, actorOf(request, now()))
        await deps.onActivationChange()
        return {
          success: true,
          status: 'activated',
          model_id: row.id,
          message: activationMessage(row, scoringOf(row)),
        }
      },

      async deactivate(request) {
        const row = await setModelActive(deps, request.params.id, false, actorOf(request, now()))
        await deps.onActivationChange()
        return {
          success: true,
          status: 'deactivated',
          model_id: row.id,
          message: `"${row.name}" is inactive.`,
        }
      },

      async remove(request) {
        const row = await deleteModel(deps, request.params.id, actorOf(request, now()))
        if (row.isActive) await deps.onActivationChange()
        await fileStore.remove(row.id)
        const message = `"${row.name}" and its file were removed.`
        return { success: true, status: 'deleted', model_id: row.id, message }
      },

      async rollBack(request) {
        const result = await rollBack(deps, request.body.change_id, actorOf(request, now()))
        await deps.onActivationChange()
        return success(result)
      },
    })
  }
