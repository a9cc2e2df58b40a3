import { Download } from 'lucide-react'
import { useMemo, type ReactNode } from 'react'
import { MODEL_LIMITS } from '#contract/limits.ts'
import type { ListedModel } from '#contract/models/view-model.ts'
import type { ModelsApi } from '#src/machines/models/types.ts'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { download, saveJson } from '#src/ui/download.ts'
import { SearchField } from '#src/ui/fields/SearchField.tsx'
import { Select } from '#src/ui/fields/Select.tsx'
import { pluralize } from '#src/ui/format/number.ts'
import { MINUTE_MS, useNow } from '#src/ui/format/useNow.ts'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { Menu } from '#src/ui/overlays/Menu.tsx'
import { NestedOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { PagedTable } from '#src/ui/table/PagedTable.tsx'
import type { ModelTableAddress } from '../model-address.ts'
import { MODEL_COLUMNS } from '../search.ts'
import * as css from '../models.css.ts'
import { bulkModelActions } from './bulk-actions.ts'
import { modelColumns } from './columns.tsx'
import { modelsCsv, toExported } from './models-file.ts'
import { selectModels } from './select-models.ts'

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
