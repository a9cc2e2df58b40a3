import { csvLine, type CsvCell } from '#contract/csv.ts'
import type { ListedModel } from '#contract/models/view-model.ts'
import { toIso } from '#src/ui/format/time.ts'

/** A model as it is exported: times in UTC, sizes in bytes. */
export const toExported = (model: ListedModel) => ({
  id: model.id,
  name: model.name,
  description: model.description,
  is_active: model.isActive,
  scoring: model.scoring?.state,
  model_type: model.modelType,
  timeframe: model.timeframe,
  trading_pair: model.pair,
  exchange: model.exchange,
  format: model.format,
  file_name: model.fileName,
  size_bytes: model.sizeBytes,
  created_at: toIso(model.createdAt),
  updated_at: toIso(model.updatedAt),
})

const FIELDS = [
  'id',
  'name',
  'description',
  'is_active',
  'scoring',
  'model_type',
  'timeframe',
  'trading_pair',
  'exchange',
  'format',
  'file_name',
  'size_bytes',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof ReturnType<typeof toExported>)[]

/** Models as CSV, one a line. */
export const modelsCsv = (models: readonly ListedModel[]): string =>
  [
    [...FIELDS],
    ...models.map((model) => {
      const row = toExported(model)
      return FIELDS.map((field): CsvCell => row[field])
    }),
  ]
    .map(csvLine)
    .join('')
