import { useMemo } from 'react'
import { Button } from '#src/ui/controls/Button.tsx'
import { Badge } from '#src/ui/display/Badge.tsx'
import { EmptyState } from '#src/ui/display/EmptyState.tsx'
import { KeyValueList } from '#src/ui/display/KeyValueList.tsx'
import { NOT_AVAILABLE, formatNumber } from '#src/ui/format/number.ts'
import { formatExact } from '#src/ui/format/time.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import * as css from './detail.css.ts'
import { jsonOf, paintable } from './message.ts'

export type StreamStatus = 'active' | 'inactive' | 'error'

/** The latest message of a stream, raw, and what is known of its stream. Times in unix ms. */
export interface StreamDetail {
  readonly key: string
  readonly status: StreamStatus
  readonly messageCount: number
  readonly receivedAt: number
  readonly analysisTime: number | undefined
  readonly data: unknown
}

export interface DetailDialogProps {
  readonly title: string
  readonly open: boolean
  readonly onClose: () => void
  /** Undefined while the stream has no data. */
  readonly detail: StreamDetail | undefined
  /** Keys of the streams that have. */
  readonly available: readonly string[]
}

const STATUS_TONES: Record<StreamStatus, Tone> = { active: 'success', inactive: 'neutral', error: 'danger' }
/** Not every browser lets the keyboard reach what merely scrolls. */
const FOCUSABLE = { tabIndex: 0 } as const

function Message({ detail }: { readonly detail: StreamDetail }) {
  const { key, status, messageCount, receivedAt, analysisTime, data } = detail
  const { toasts } = useOverlays()
  const json = useMemo(() => jsonOf(data), [data])
  const { text, isCut } = paintable(json)
  async function copy() {
    try {
      await navigator.clipboard.writeText(json)
      toasts.success('JSON copied to clipboard')
    } catch {
      toasts.error('Failed to copy to clipboard')
    }
  }
  return (
    <div className={css.stack}>
      <KeyValueList
        items={[
          { label: 'Stream key', value: key, mono: true },
          { label: 'Status', value: <Badge tone={STATUS_TONES[status]}>{status}</Badge> },
          { label: 'Message count', value: formatNumber(messageCount) },
          { label: 'Received time', value: formatExact(receivedAt) },
          { label: 'Analysis time', value: analysisTime === undefined ? NOT_AVAILABLE : formatExact(analysisTime) },
        ]}
      />
      <div className={css.bar}>
        <h3 className={css.heading}>Latest message</h3>
        <Button size="small" onClick={() => void copy()}>
          Copy JSON
        </Button>
      </div>
      <section aria-label="Latest message as JSON" className={css.json} {...FOCUSABLE}>
        <pre>{text}</pre>
        {isCut ? <p>Cut here: Copy JSON takes all {formatNumber(json.length)} characters.</p> : null}
      </section>
    </div>
  )
}

function NoMessage({ available }: Pick<DetailDialogProps, 'available'>) {
  return (
    <EmptyState title="No stream data available">
      {available.length === 0 ? (
        'No stream has sent anything yet.'
      ) : (
        <>
          <p>Available streams:</p>
          <ul aria-label="Available streams">
            {available.map((key) => (
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

/** The raw message behind a card. Closes on Escape, a press outside and its button; focus returns to the card. */
export function DetailDialog({ title, open, onClose, detail, available }: DetailDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={title} size="large">
      {detail === undefined ? <NoMessage available={available} /> : <Message detail={detail} />}
    </Dialog>
  )
}
