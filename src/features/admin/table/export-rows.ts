import type { ExportFormat } from '#contract/exports.ts'
import { saveJson } from '#src/ui/download.ts'

/** '2026-01-05T08-00-00': valid in file names everywhere. */
const fileTimestamp = (now: number) => new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')

/** 'pairbot-audit-log-2026-01-05T08-00-00.csv'; `now` is unix ms. */
export const exportFileName = (name: string, format: ExportFormat, now: number): string =>
  `pairbot-${name}-${fileTimestamp(now)}.${format}`

export interface ExportData {
  readonly rows: readonly unknown[]
  /** Number of rows that match the filter; more than `rows` if there are more pages. */
  readonly total: number
  readonly filter: object
}

/** Saves rows and their filter as a JSON file. `now` is unix ms. */
export const exportRows = (name: string, { rows, total, filter }: ExportData, now: number): void =>
  saveJson(exportFileName(name, 'json', now), {
    exported_at: new Date(now).toISOString(),
    filter,
    total,
    [name.replaceAll('-', '_')]: rows,
  })
