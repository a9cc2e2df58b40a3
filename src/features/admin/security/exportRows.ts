import { saveJson } from '#src/ui/download.ts'

/** '2026-01-05T08-00-00': what every file system takes. */
const fileTimestamp = (now: number) => new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')

export interface ExportData {
  readonly rows: readonly unknown[]
  /** How many rows there are; more than are listed, when the list is cut. */
  readonly total: number | undefined
  readonly filter: object
}

/** Saves what a tab shows as a JSON file, with the filter that made it; no call. `now` is unix ms. */
export const exportRows = (name: string, { rows, total, filter }: ExportData, now: number): void =>
  saveJson(`pairbot-${name}-${fileTimestamp(now)}.json`, {
    exported_at: new Date(now).toISOString(),
    filter,
    total: total ?? rows.length,
    [name.replaceAll('-', '_')]: rows,
  })
