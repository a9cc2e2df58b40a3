import {
  type CandleGap,
  type CandleImport,
  hasIgnoredHeader,
  type ImportedFile,
  type ImportFindings,
  type ImportStatus,
  type SkippedLine,
} from '#contract/candle-imports.ts'
import { PAIRS } from '#contract/pairs.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { KeyValueList } from '#src/ui/data/KeyValueList.tsx'
import { Meter } from '#src/ui/data/Meter.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { formatMegabytes, formatNumber, formatPercent, pluralize } from '#src/ui/format/number.ts'
import { formatDateTime } from '#src/ui/format/time.ts'
import { type Column, Table } from '#src/ui/table/Table.tsx'
import { Badge } from '#src/ui/text/Badge.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'
import * as css from './imports.css.ts'
import type { ImportActions } from './useImportActions.ts'

const STATUS_TEXTS: Readonly<Record<ImportStatus, string>> = {
  queued: 'Waiting',
  running: 'Importing',
  paused: 'Paused',
  done: 'Imported',
  failed: 'Failed',
  cancelled: 'Cancelled',
}

const STATUS_TONES: Readonly<Record<ImportStatus, Tone>> = {
  queued: 'neutral',
  running: 'info',
  paused: 'warning',
  done: 'success',
  failed: 'danger',
  cancelled: 'neutral',
}

/** What came of an import, or what is to become of it, in a sentence. */
function outcomeText({ status, report, reason }: CandleImport): string {
  if (status === 'failed') return `Nothing was imported: ${(reason ?? 'the reason is unknown').replace(/\.$/, '')}.`
  if (status === 'cancelled') return 'Nothing was imported.'
  if (report === null || status !== 'done') return 'Nothing of it is in the library before all of it is.'
  if (report.is_known) return 'The library had all of it already.'
  const replaced = report.replaced === 0 ? '' : `, ${pluralize(report.replaced, 'minute')} replaced`
  return `${pluralize(report.added, 'minute')} added to the library${replaced}.`
}

/** 'Skipped lines (3)', or of how many the first are listed. */
const listTitle = (title: string, listed: number, all: number): string =>
  listed < all
    ? `${title} (the first ${formatNumber(listed)} of ${formatNumber(all)})`
    : `${title} (${formatNumber(all)})`

interface FoundProps {
  readonly findings: ImportFindings
}

const LINE_COLUMNS: readonly Column<SkippedLine>[] = [
  { id: 'line', header: 'Line', numeric: true, cell: ({ line }) => formatNumber(line) },
  { id: 'file', header: 'File', wraps: true, cell: ({ file }) => file },
  { id: 'reason', header: 'Reason', wraps: true, cell: ({ reason }) => reason },
]

const GAP_COLUMNS: readonly Column<CandleGap>[] = [
  { id: 'pair', header: 'Pair', cell: ({ pair }) => PAIRS[pair].label },
  { id: 'from', header: 'From', cell: ({ from }) => formatDateTime(from) },
  { id: 'to', header: 'To', cell: ({ to }) => formatDateTime(to) },
  { id: 'minutes', header: 'Missing minutes', numeric: true, cell: ({ minutes }) => formatNumber(minutes) },
]

/** Rounded down, so that only a file without gaps has 100%. */
const coverageOf = ({ minutes, missing }: ImportedFile): number =>
  Math.floor((1_000 * minutes) / Math.max(1, minutes + missing)) / 1_000

const FILE_COLUMNS: readonly Column<ImportedFile>[] = [
  { id: 'file', header: 'File', wraps: true, cell: ({ file }) => file },
  { id: 'pair', header: 'Pair', cell: ({ pair }) => PAIRS[pair].label },
  { id: 'minutes', header: 'Minutes', numeric: true, cell: ({ minutes }) => formatNumber(minutes) },
  { id: 'coverage', header: 'Coverage', numeric: true, cell: (file) => formatPercent(coverageOf(file), 1) },
  { id: 'skipped', header: 'Skipped lines', numeric: true, cell: ({ skipped }) => formatNumber(skipped) },
]

/** The files of an archive that were read. */
function Files({ findings: { files } }: FoundProps) {
  if (files.length === 0) return null
  return (
    <details>
      <summary className={css.summary}>Files ({files.length})</summary>
      <Table caption="Files" columns={FILE_COLUMNS} rows={files} rowKey={({ file }) => file} empty="None" stacks />
    </details>
  )
}

/** The lines of a file that were not imported, with the reason of each. */
function SkippedLines({ findings: { skipped, duplicates, rejected } }: FoundProps) {
  if (skipped.length === 0) return null
  return (
    <details>
      <summary className={css.summary}>{listTitle('Skipped lines', skipped.length, duplicates + rejected)}</summary>
      <Table
        caption="Skipped lines"
        columns={LINE_COLUMNS}
        rows={skipped}
        rowKey={({ file, line }) => `${file} ${line}`}
        empty="None"
        stacks
      />
    </details>
  )
}

/** Where minutes are missing in a file. */
function Gaps({ findings: { gaps } }: FoundProps) {
  if (gaps.length === 0) return null
  return (
    <details>
      <summary className={css.summary}>Longest gaps ({gaps.length})</summary>
      <Table
        caption="Longest gaps"
        columns={GAP_COLUMNS}
        rows={gaps}
        rowKey={({ pair, from }) => `${pair} ${from}`}
        empty="None"
        stacks
      />
    </details>
  )
}

const PROGRESS = { kind: 'measurement', says: 'The share of the file that is read.' } as const

interface ImportItemProps {
  readonly of: CandleImport
  readonly actions: ImportActions
  /** Whether the same file was imported again since. */
  readonly isReplaced?: boolean
}

function Actions({ of, actions }: ImportItemProps) {
  const { file, status } = of
  const isPaused = status === 'paused'
  return (
    <div className={layout.wrap[2]}>
      {isPaused ? (
        <Button size="small" aria-label={`Resume ${file}`} onClick={() => actions.resume(of)}>
          Resume
        </Button>
      ) : (
        <Button size="small" aria-label={`Pause ${file}`} onClick={() => actions.pause(of)}>
          Pause
        </Button>
      )}
      <Button size="small" aria-label={`Cancel ${file}`} onClick={() => actions.cancel(of)}>
        Cancel
      </Button>
    </div>
  )
}

/** An import: how far it is, what was found in the file, and what came of it. */
export function ImportItem({ of, actions, isReplaced = false }: ImportItemProps) {
  const { file, source, bytes, status, progress, findings, created_at: createdAt } = of
  const isOpen = status === 'queued' || status === 'running' || status === 'paused'
  const isKnown = of.report?.is_known === true
  return (
    <li className={css.item}>
      <div className={layout.wrap[2]}>
        <h3 className={css.file}>{file}</h3>
        <Badge shape="pill" tone={STATUS_TONES[status]}>
          {STATUS_TEXTS[status]}
        </Badge>
      </div>
      <p className={layout.quiet}>
        {source} · {formatMegabytes(bytes)} · {formatDateTime(createdAt)}
      </p>
      <p>{outcomeText(of)}</p>
      {hasIgnoredHeader(of) && !isReplaced ? (
        <Alert tone="warning">
          The header of this file was ignored, so its columns may have been swapped. Import the file again: its minutes
          replace these.
        </Alert>
      ) : null}
      {isOpen ? (
        <>
          <Meter label={STATUS_TEXTS[status]} value={progress} text={formatPercent(progress)} meaning={PROGRESS} />
          <Actions of={of} actions={actions} />
        </>
      ) : null}
      {isKnown || status === 'queued' ? null : (
        <KeyValueList
          items={[
            { label: 'Minutes', value: formatNumber(findings.minutes) },
            { label: 'Missing minutes between them', value: formatNumber(findings.missing) },
            { label: 'Duplicate lines', value: formatNumber(findings.duplicates) },
            { label: 'Rejected lines', value: formatNumber(findings.rejected) },
          ]}
        />
      )}
      <Files findings={findings} />
      <Gaps findings={findings} />
      <SkippedLines findings={findings} />
    </li>
  )
}
