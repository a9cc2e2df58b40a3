import { lazy, Suspense } from 'react'
import type { TimedMessage } from '#src/analysis/raw-values.ts'
import { Badge } from '#src/ui/text/Badge.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { ErrorBoundary } from '#src/ui/feedback/ErrorBoundary.tsx'
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx'
import { KeyValueList, type KeyValue } from '#src/ui/data/KeyValueList.tsx'
import { NOT_AVAILABLE, formatNumber } from '#src/ui/format/number.ts'
import { formatExact } from '#src/ui/format/time.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import type { ScoreKind } from '#contract/score-card/schema.ts'
import { figureRows, type Figures } from '#src/analysis/figures.ts'
import type { RawView } from '#src/ui/data/RawData.tsx'
import { useCardScores, type CardScores } from '../scores/card-scores.ts'
import { Link } from '@tanstack/react-router'
import { scoreParts } from '../scores/score-parts.ts'

const LABELS: Readonly<Record<ScoreKind, string>> = {
  level: 'Score of levels',
  pattern: 'Score of patterns',
  regime: 'Score of regimes',
  break: 'Score of structure breaks',
}

/** [SC-43] The scores behind a card, each a link to its cases in the score-card. */
export const scoreRows = (kinds: readonly ScoreKind[], { scores, hasFailed, pair }: CardScores): KeyValue[] =>
  kinds.map((kind) => {
    const score = scores?.[kind]
    if (score === undefined) return { label: LABELS[kind], value: hasFailed ? 'Could not be loaded' : 'Loading' }
    const { held, interval, claimed, chance } = scoreParts(score)
    const parts = [held, ...(interval === undefined ? [] : [`95 % interval ${interval}`]), claimed, chance]
    return {
      label: LABELS[kind],
      value: (
        <Link to="/score" search={{ kind, pair }}>
          {parts.filter((part) => part !== undefined).join(', ')}
        </Link>
      ),
    }
  })

const RawMessage = lazy(() => import('./RawMessage.tsx'))

export type StreamStatus = 'active' | 'inactive' | 'error'

/** The raw latest message of a stream with the stream's metadata. Times in unix ms. */
export interface StreamDetail {
  readonly key: string
  readonly status: StreamStatus
  readonly messageCount: number
  readonly receivedAt: number
  readonly analysisTime: number | undefined
  readonly data: unknown
  /** The newest messages of the stream, newest first: since when each value is the same. */
  readonly messages: readonly TimedMessage[]
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
  readonly view: RawView
  readonly onView: (view: RawView) => void
  /** What the card shows that is scored. */
  readonly scored?: readonly ScoreKind[] | undefined
}

const STATUS_TONES: Record<StreamStatus, Tone> = { active: 'success', inactive: 'neutral', error: 'danger' }
/** Height of the search, the tabs and a full table, so that the dialog does not grow once they are loaded. */
const LOADING_HEIGHT = 'calc(50vh + 130px)'

interface MessageProps extends Pick<DetailDialogProps, 'view' | 'onView' | 'scored'> {
  readonly detail: StreamDetail
}

const NONE: readonly ScoreKind[] = []

function Message({ detail, view, onView, scored = NONE }: MessageProps) {
  const { key, status, messageCount, receivedAt, analysisTime, data, messages, figures } = detail
  return (
    <div className={layout.stack[4]}>
      <KeyValueList
        items={[
          { label: 'Stream key', value: key, mono: true },
          { label: 'Status', value: <Badge tone={STATUS_TONES[status]}>{status}</Badge> },
          { label: 'Message count', value: formatNumber(messageCount) },
          { label: 'Received time', value: formatExact(receivedAt) },
          { label: 'Analysis time', value: analysisTime === undefined ? NOT_AVAILABLE : formatExact(analysisTime) },
          ...scoreRows(scored, useCardScores()),
          ...figureRows(figures),
        ]}
      />
      <ErrorBoundary message="The message could not be shown">
        <Suspense fallback={<Skeleton height={LOADING_HEIGHT} />}>
          <RawMessage {...{ streamKey: key, data, messages, view, onView }} />
        </Suspense>
      </ErrorBoundary>
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
export function DetailDialog(props: DetailDialogProps) {
  const { title, open, onClose, detail, availableKeys, view, onView, scored } = props
  return (
    <Dialog open={open} onClose={onClose} title={title} size="large">
      {detail === undefined ? (
        <NoMessage availableKeys={availableKeys} />
      ) : (
        <Message {...{ detail, view, onView, scored }} />
      )}
    </Dialog>
  )
}
