import type { Model, ModelDetails, ActivationChange, Scoring } from '#contract/models/model.ts'
import type { ModelRow } from './rows.ts'

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
