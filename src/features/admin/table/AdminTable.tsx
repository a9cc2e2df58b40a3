import { Download } from 'lucide-react'
import { useState } from 'react'
import { EXPORT_NAMES, type ExportFormat } from '#contract/exports.ts'
import { ADMIN_AREA } from '#contract/limits.ts'
import type { ListFilters } from '#contract/list-queries.ts'
import { type ListName, SORT_COLUMNS, type SortColumn } from '#contract/sorting.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { download, saveJson } from '#src/ui/download.ts'
import { formatNumber } from '#src/ui/format/number.ts'
import { Menu } from '#src/ui/overlays/Menu.tsx'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { PagedTable, type PagedTableProps } from '#src/ui/table/PagedTable.tsx'
import { useAdminApi } from '../useAdminApi.ts'

/** '2026-01-05T08-00-00': valid in file names everywhere. */
const fileTimestamp = (now: number) => new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')

/** 'pairbot-audit-log-2026-01-05T08-00-00.csv'; `now` is unix ms. */
const exportFileName = (name: string, format: ExportFormat, now: number): string =>
  `pairbot-${name}-${fileTimestamp(now)}.${format}`

interface ExportData {
  readonly rows: readonly unknown[]
  /** Number of rows that match the filter; more than `rows` if there are more pages. */
  readonly total: number
  readonly filter: object
}

/** Saves rows and their filter as a JSON file. `now` is unix ms. */
const exportRows = (name: string, { rows, total, filter }: ExportData, now: number): void =>
  saveJson(exportFileName(name, 'json', now), {
    exported_at: new Date(now).toISOString(),
    filter,
    total,
    [name.replaceAll('-', '_')]: rows,
  })

interface ExportControlsProps<List extends ListName> {
  readonly list: List
  readonly filter: ListFilters[List]
  /** Rows of the page, without secrets. */
  readonly rows: readonly object[]
  readonly total: number
}

const TYPES: Record<ExportFormat, string> = { csv: 'text/csv', json: 'application/json' }

const rowsText = (total: number) =>
  total > ADMIN_AREA.maxExportRows
    ? `newest ${formatNumber(ADMIN_AREA.maxExportRows)} of ${formatNumber(total)} rows`
    : `${formatNumber(total)} rows`

/** Saves the rows of the page without a request, or everything that matches the filter. */
function ExportControls<List extends ListName>({ list, filter, rows, total }: ExportControlsProps<List>) {
  const api = useAdminApi()
  const { toasts } = useOverlays()
  const [isExporting, setIsExporting] = useState(false)
  const name = EXPORT_NAMES[list]

  const exportAll = async (format: ExportFormat) => {
    setIsExporting(true)
    const result = await api.exportList(list, filter, format)
    setIsExporting(false)
    if (result.ok) download(exportFileName(name, format, Date.now()), TYPES[format], result.value)
    else toasts.error('Failed to export', result.error)
  }

  return (
    <>
      <Button
        size="small"
        icon={<Download size={14} aria-hidden="true" />}
        title="The rows of this page, as JSON"
        onClick={() => exportRows(name, { rows, total, filter }, Date.now())}
      >
        Export
      </Button>
      <Menu
        text={isExporting ? 'Exporting...' : 'Export All'}
        size="small"
        align="end"
        items={[
          { id: 'csv', label: 'CSV', note: rowsText(total), disabled: isExporting },
          { id: 'json', label: 'JSON', note: rowsText(total), disabled: isExporting },
        ]}
        onSelect={(format) => void exportAll(format)}
      />
    </>
  )
}

export interface AdminTableProps<List extends ListName, Row extends object> extends Omit<
  PagedTableProps<Row, SortColumn<List>>,
  'pageSize' | 'sortColumns' | 'renderExport'
> {
  readonly list: List
  readonly filter: ListFilters[List]
  readonly pageSize?: number | undefined
  /** What is exported of a row; all of it by default. */
  readonly toExported?: ((row: Row) => object) | undefined
}

/** One page of a list that the server sorts, filters and exports. */
export function AdminTable<List extends ListName, Row extends object>(props: AdminTableProps<List, Row>) {
  const { list, filter, toExported, pageSize = ADMIN_AREA.rowsPerPage, ...table } = props
  return (
    <PagedTable<Row, SortColumn<List>>
      {...table}
      pageSize={pageSize}
      sortColumns={SORT_COLUMNS[list]}
      renderExport={({ rows, total }) => (
        <ExportControls list={list} filter={filter} rows={toExported ? rows.map(toExported) : rows} total={total} />
      )}
    />
  )
}
