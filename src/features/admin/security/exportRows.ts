import { saveJson } from '#src/ui/download.ts'

/** '2026-01-05T08-00-00': valid in file names everywhere. */
const fileTimestamp = (now: number) => new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')

export interface ExportData {
  readonly rows: readonly unknown[]
  /** Total number of rows; more than `rows` if the list is truncated. */
  readonly total: number | undefined
  readonly filter: object
}

/** Saves the rows of a tab and their filter as a JSON file. `now` is unix ms. */
export const exportRows = (name: string, { rows, total, filter }: ExportData, now: number): void =>
  saveJson(`pairbot-${name}-${fileTimestamp(now)}.json`, {
    exported_at: new Date(now).toISOString(),
    filter,
    total: total ?? rows.length,
    [name.replaceAll('-', '_')]: rows,
  })
