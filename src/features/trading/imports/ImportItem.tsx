import { hasIgnoredHeader, type CandleImport } from '#contract/candle-imports.ts'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { KeyValueList } from '#src/ui/data/KeyValueList.tsx'
import { Meter } from '#src/ui/data/Meter.tsx'
import { formatMegabytes, formatNumber, formatPercent } from '#src/ui/format/number.ts'
import { formatDateTime } from '#src/ui/format/time.ts'
import { Badge } from '#src/ui/text/Badge.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import * as css from './imports.css.ts'
import { Files, Gaps, SkippedLines } from './Found.tsx'
import { outcomeText, STATUS_TEXTS, STATUS_TONES } from './texts.ts'
import type { ImportActions } from './useImportActions.ts'

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
