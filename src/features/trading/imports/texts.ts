import type { CandleImport, ImportStatus } from '#contract/candle-imports.ts'
import { formatNumber, pluralize } from '#src/ui/format/number.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'

export const STATUS_TEXTS: Readonly<Record<ImportStatus, string>> = {
  queued: 'Waiting',
  running: 'Importing',
  paused: 'Paused',
  done: 'Imported',
  failed: 'Failed',
  cancelled: 'Cancelled',
}

export const STATUS_TONES: Readonly<Record<ImportStatus, Tone>> = {
  queued: 'neutral',
  running: 'info',
  paused: 'warning',
  done: 'success',
  failed: 'danger',
  cancelled: 'neutral',
}

/** What came of an import, or what is to become of it, in a sentence. */
export function outcomeText({ status, report, reason }: CandleImport): string {
  if (status === 'failed') return `Nothing was imported: ${(reason ?? 'the reason is unknown').replace(/\.$/, '')}.`
  if (status === 'cancelled') return 'Nothing was imported.'
  if (report === null || status !== 'done') return 'Nothing of it is in the library before all of it is.'
  if (report.is_known) return 'The library had all of it already.'
  const replaced = report.replaced === 0 ? '' : `, ${pluralize(report.replaced, 'minute')} replaced`
  return `${pluralize(report.added, 'minute')} added to the library${replaced}.`
}

/** 'Skipped lines (3)', or of how many the first are listed. */
export const listTitle = (title: string, listed: number, all: number): string =>
  listed < all
    ? `${title} (the first ${formatNumber(listed)} of ${formatNumber(all)})`
    : `${title} (${formatNumber(all)})`
