import { Download } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { type CsvCell, csvLine } from '#contract/csv.ts'
import { MODEL_LIMITS } from '#contract/limits.ts'
import type { ListedModel } from '#contract/models/view-model.ts'
import { parseSort } from '#contract/sorting.ts'
import { mapResult } from '#src/lib/result.ts'
import { hasFile } from '#src/machines/models/machine.ts'
import { failureText, type RowAction } from '#src/machines/models/texts.ts'
import type { ModelResult, ModelsApi } from '#src/machines/models/types.ts'
import { download, saveJson } from '#src/ui/download.ts'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { SearchField } from '#src/ui/fields/SearchField.tsx'
import { Select } from '#src/ui/fields/Select.tsx'
import { pluralize } from '#src/ui/format/number.ts'
import { toIso } from '#src/ui/format/time.ts'
import { MINUTE_MS, useNow } from '#src/ui/format/useNow.ts'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { Menu } from '#src/ui/overlays/Menu.tsx'
import { NestedOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { PagedTable } from '#src/ui/table/PagedTable.tsx'
import type { BulkAction } from '#src/ui/table/bulk.ts'
import type { ModelTableAddress } from '../model-address.ts'
import * as css from '../models.css.ts'
import { MODEL_COLUMNS, type ModelColumn, type ModelsSearch } from '../search.ts'
import { modelColumns } from './columns.tsx'

/** A model as it is exported: times in UTC, sizes in bytes. */
const toExported = (model: ListedModel) => ({
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

type Compare = (a: ListedModel, b: ListedModel) => number

const texts = new Intl.Collator('en', { numeric: true })
const byText =
  (textOf: (model: ListedModel) => string | undefined): Compare =>
  (a, b) =>
    texts.compare(textOf(a) ?? '', textOf(b) ?? '')
const byNumber =
  (numberOf: (model: ListedModel) => number): Compare =>
  (a, b) =>
    numberOf(a) - numberOf(b)

/** Ascending. */
const COMPARE: Readonly<Record<ModelColumn, Compare>> = {
  name: byText(({ name }) => name),
  status: byNumber(({ isActive }) => (isActive ? 0 : 1)),
  type: byText(({ modelType }) => modelType),
  pair: byText(({ pair, timeframe }) => `${pair} ${timeframe}`),
  format: byText(({ format }) => format),
  size: byNumber(({ sizeBytes = 0 }) => sizeBytes),
  updated: byNumber(({ updatedAt }) => updatedAt),
}

const textOf = ({ name, description, modelType = '' }: ListedModel): string =>
  [name, description, modelType].join('\n').toLowerCase()

/** The models that pass the filters, in the wanted order; without one in that of the list. */
export function selectModels(
  models: readonly ListedModel[],
  { q, status, sort }: Pick<ModelsSearch, 'q' | 'status' | 'sort'>,
): readonly ListedModel[] {
  const words = (q ?? '').toLowerCase().split(/\s+/)
  const found = models.filter(
    (model) =>
      (status === undefined || model.isActive === (status === 'active')) &&
      // Only a whole id: nearly every one contains any digit.
      (model.id === q || words.every((word) => textOf(model).includes(word))),
  )
  if (sort === undefined) return found
  const { column, isDescending } = parseSort(sort)
  const compare = COMPARE[MODEL_COLUMNS.find((known) => known === column) ?? 'name']
  return found.toSorted(isDescending ? (a, b) => compare(b, a) : compare)
}

const outcome = async (action: RowAction, run: Promise<ModelResult<unknown>>) =>
  mapResult(
    await run,
    () => undefined,
    (error) => failureText(action, error),
  )

/** What can be done with several models together. */
const bulkModelActions = (
  api: Pick<ModelsApi, 'activate' | 'deactivate' | 'remove'>,
): readonly BulkAction<ListedModel>[] => [
  {
    label: 'Activate',
    question: (count) => `Activate ${pluralize(count, 'model')}?`,
    consequence: () => 'Those that can be scored generate signals from the next candle on.',
    isHarmful: false,
    exempts: (model) => {
      if (model.isActive) return 'Already active'
      return hasFile(model) ? undefined : 'Its file is missing'
    },
    run: ({ id }) => outcome('activate', api.activate(id)),
  },
  {
    label: 'Deactivate',
    question: (count) => `Deactivate ${pluralize(count, 'model')}?`,
    consequence: () => 'They generate no signals until they are activated again.',
    isHarmful: false,
    exempts: ({ isActive }) => (isActive ? undefined : 'Already inactive'),
    run: ({ id }) => outcome('deactivate', api.deactivate(id)),
  },
  {
    label: 'Delete',
    question: (count) => `Delete ${pluralize(count, 'model')}?`,
    consequence: () => 'The models and their files are removed. This cannot be undone.',
    isHarmful: true,
    exempts: () => undefined,
    run: ({ id }) => outcome('remove', api.remove(id)),
  },
]

const STATUSES = [
  { id: 'all', label: 'All' },
  { id: 'active', label: 'Active' },
  { id: 'inactive', label: 'Inactive' },
] as const

const idOf = ({ id }: ListedModel) => id
const nameOf = ({ name }: ListedModel) => name

/** Saves the models that are listed, in their order. */
function ModelsExport({ models }: { readonly models: readonly ListedModel[] }) {
  const note = pluralize(models.length, 'model')
  return (
    <Menu
      text="Export"
      size="small"
      align="end"
      icon={<Download size={14} aria-hidden="true" />}
      items={[
        { id: 'csv', label: 'CSV', note },
        { id: 'json', label: 'JSON', note },
      ]}
      onSelect={(format) => {
        if (format === 'csv') download('pairbot-models.csv', 'text/csv', modelsCsv(models))
        else saveJson('pairbot-models.json', { models: models.map(toExported) })
      }}
    />
  )
}

export interface ModelsTableProps {
  readonly api: Pick<ModelsApi, 'activate' | 'deactivate' | 'remove'>
  readonly models: readonly ListedModel[]
  readonly address: ModelTableAddress
  readonly onOpen: (model: ListedModel) => void
  readonly onChanged: () => void
  /** The details that are open above the table. */
  readonly children: ReactNode
}

/** All models in one table. It sorts, filters and pages itself, as the page has all of them. */
export function ModelsTable({ api, models, address, onOpen, onChanged, children }: ModelsTableProps) {
  const { search, change, close } = address
  const { q, status, sort } = search
  const now = useNow(MINUTE_MS)
  const columns = useMemo(() => modelColumns(now, onOpen), [now, onOpen])
  const actions = useMemo(() => bulkModelActions(api), [api])
  const found = useMemo(() => selectModels(models, { q, status, sort }), [models, q, status, sort])
  return (
    <Dialog open onClose={close} title="All Models" size="large" isSteady>
      <NestedOverlays>
        <search className={css.tableFilters}>
          <SearchField
            isMain
            label="Search (name, description, type)"
            maxLength={200}
            value={q ?? ''}
            onSearch={(text) => change({ q: text || undefined, page: undefined })}
          />
          <Select
            label="Status"
            options={STATUSES}
            value={status ?? 'all'}
            onChange={(id) => change({ status: id === 'all' ? undefined : id, page: undefined })}
          />
        </search>
        <PagedTable
          caption="Models"
          noun="models"
          columns={columns}
          rows={found}
          total={undefined}
          pageSize={MODEL_LIMITS.rowsPerPage}
          rowId={idOf}
          nameOf={nameOf}
          sortColumns={MODEL_COLUMNS}
          usualSort={undefined}
          search={search}
          onSearch={change}
          actions={actions}
          onChanged={onChanged}
          empty={
            <EmptyState title="No models found">
              {models.length === 0 ? 'Add models with Bulk Upload.' : 'No model matches these filters.'}
            </EmptyState>
          }
          renderExport={() => (found.length === 0 ? null : <ModelsExport models={found} />)}
        />
        {children}
      </NestedOverlays>
    </Dialog>
  )
}
