import { useMemo } from 'react'
import { RAW_FIGURES } from '#src/analysis/figures.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Badge } from '#src/ui/text/Badge.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { JsonBlock } from '#src/ui/data/JsonBlock.tsx'
import { KeyValueList } from '#src/ui/data/KeyValueList.tsx'
import { formatJson } from '#src/ui/format/json.ts'
import { NOT_AVAILABLE, formatNumber } from '#src/ui/format/number.ts'
import { formatExact } from '#src/ui/format/time.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { useCopy } from '#src/ui/overlays/useCopy.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import { figureRows, type Figures } from '#src/analysis/figures.ts'
import * as css from './detail.css.ts'

export type StreamStatus = 'active' | 'inactive' | 'error'

/** The raw latest message of a stream with the stream's metadata. Times in unix ms. */
export interface StreamDetail {
  readonly key: string
  readonly status: StreamStatus
  readonly messageCount: number
  readonly receivedAt: number
  readonly analysisTime: number | undefined
  readonly data: unknown
  /** The figures of the card, listed by kind. */
  readonly figures: Figures
}

export interface DetailDialogProps {
  readonly title: string
  readonly open: boolean
  readonly onClose: () => void
  /** Undefined while the stream has no data. */
  readonly detail: StreamDetail | undefined
  /** Keys of the streams with data. */
  readonly availableKeys: readonly string[]
}

const STATUS_TONES: Record<StreamStatus, Tone> = { active: 'success', inactive: 'neutral', error: 'danger' }
/** Longest JSON that is rendered, in characters; copying always takes all of it. */
const MAX_JSON_LENGTH = 100_000

function Message({ detail }: { readonly detail: StreamDetail }) {
  const { key, status, messageCount, receivedAt, analysisTime, data, figures } = detail
  const copy = useCopy()
  const json = useMemo(() => formatJson(data), [data])
  return (
    <div className={layout.stack[4]}>
      <KeyValueList
        items={[
          { label: 'Stream key', value: key, mono: true },
          { label: 'Status', value: <Badge tone={STATUS_TONES[status]}>{status}</Badge> },
          { label: 'Message count', value: formatNumber(messageCount) },
          { label: 'Received time', value: formatExact(receivedAt) },
          { label: 'Analysis time', value: analysisTime === undefined ? NOT_AVAILABLE : formatExact(analysisTime) },
          ...figureRows(figures),
        ]}
      />
      <div className={css.bar}>
        <h3 className={css.heading}>Latest message</h3>
        <Button size="small" onClick={() => void copy(json, 'JSON copied to clipboard')}>
          Copy JSON
        </Button>
      </div>
      <JsonBlock label="Latest message as JSON" title={RAW_FIGURES} json={json} maxLength={MAX_JSON_LENGTH} tall />
    </div>
  )
}

function NoMessage({ availableKeys }: Pick<DetailDialogProps, 'availableKeys'>) {
  return (
    <EmptyState title="No stream data available">
      {availableKeys.length === 0 ? (
        'No stream has sent anything yet.'
      ) : (
        <>
          <p>Available streams:</p>
          <ul aria-label="Available streams">
            {availableKeys.map((key) => (
              <li key={key}>
                <code>{key}</code>
              </li>
            ))}
          </ul>
        </>
      )}
    </EmptyState>
  )
}

/**
 * Dialog with the raw message of a card. Closes on Escape, a click outside and its button; focus returns to the card.
 */
export function DetailDialog({ title, open, onClose, detail, availableKeys }: DetailDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={title} size="large">
      {detail === undefined ? <NoMessage availableKeys={availableKeys} /> : <Message detail={detail} />}
    </Dialog>
  )
}
