import { useObservableEagerState } from 'observable-hooks'
import { lazy, Suspense, useMemo, useState } from 'react'
import { parseStreamKey } from '#contract/stream-keys.ts'
import { figureRows, figuresOf } from '#src/analysis/figures.ts'
import { humanize } from '#src/analysis/fields.ts'
import { useServices } from '#src/app/services.ts'
import { marketDisplayMs, marketTime } from '#src/streams/index.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Switch } from '#src/ui/controls/Switch.tsx'
import type { RawView } from '#src/ui/data/RawData.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { ErrorBoundary } from '#src/ui/feedback/ErrorBoundary.tsx'
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx'
import { Badge } from '#src/ui/text/Badge.tsx'
import { KeyValueList } from '#src/ui/data/KeyValueList.tsx'
import { formatNumber, NOT_AVAILABLE } from '#src/ui/format/number.ts'
import { useNow } from '#src/ui/format/useNow.ts'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { kindOf } from '../summaries/kind.ts'
import { STREAM_TONES, viewOf } from '../summaries/view.ts'
import { timeText } from '../overview/totals.ts'
import { useDebouncedValue } from '../useDebouncedValue.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import { zoneName } from '#src/ui/format/regional.ts'
import * as css from './detail.css.ts'
import { parsePath } from './json-path.ts'
import { StreamQuality } from './StreamQuality.tsx'
import { Tail } from './Tail.tsx'
import { useFetching, useStreamDetail, type FetchState } from './useStreamDetail.ts'

const RawMessage = lazy(() => import('./RawMessage.tsx'))
/** Height of the search, the tabs and a full table. */
const LOADING_HEIGHT = 'calc(50vh + 130px)'

export interface StreamDialogProps {
  /** Key of the open stream; undefined while the dialog is closed. */
  readonly streamKey: string | undefined
  readonly path: string
  readonly onPath: (path: string) => void
  readonly view: RawView
  readonly onView: (view: RawView) => void
  readonly onClose: () => void
}

const STATE_TEXTS: Record<Exclude<FetchState['kind'], 'failed'>, string> = {
  fetching: 'Fetching the latest message…',
  message: '',
  empty: 'The stream has no message.',
}

interface DetailsProps extends Pick<StreamDialogProps, 'path' | 'onPath' | 'view' | 'onView'> {
  readonly streamKey: string
}

function Details({ streamKey, path, onPath, view, onView }: DetailsProps) {
  const [isLive, setIsLive] = useState(true)
  const { record, entries } = useStreamDetail(streamKey, isLive)
  const { state, refresh } = useFetching(streamKey)
  const market = useObservableEagerState(useServices().streams.market$)
  const wallNow = useNow(marketDisplayMs(market))
  const now = market === undefined ? wallNow : marketTime(market, wallNow)
  const [typed, setTyped] = useDebouncedValue(path, onPath)
  const parsed = useMemo(() => parsePath(typed), [typed])
  const { category, subcategory } = parseStreamKey(streamKey)
  const figures = figuresOf(kindOf({ category, subcategory }).kind)
  const updated = timeText(record === undefined || record.data === null ? undefined : record.timestamp, now)
  return (
    <div className={layout.stack[4]}>
      <KeyValueList
        items={[
          { label: 'Source', value: market?.market.label ?? NOT_AVAILABLE },
          { label: 'Key', value: streamKey, mono: true },
          { label: 'Category', value: category === '' ? NOT_AVAILABLE : humanize(category) },
          {
            label: 'Status',
            value:
              record === undefined ? NOT_AVAILABLE : <Badge tone={STREAM_TONES[record.status]}>{record.status}</Badge>,
          },
          { label: 'Message count', value: formatNumber(record?.messageCount ?? 0) },
          { label: 'Last message id', value: record?.messageId ?? NOT_AVAILABLE, mono: true },
          {
            label: 'Last update',
            value: `${updated.value} · ${updated.detail}${record === undefined || record.data === null ? '' : ` ${zoneName()}`}`,
          },
          ...figureRows(figures),
        ]}
      />
      <div className={css.bar}>
        <output className={css.state}>{state.kind === 'failed' ? '' : STATE_TEXTS[state.kind]}</output>
        <div className={layout.wrap[2]}>
          <Switch label="Live tail" checked={isLive} onChange={setIsLive} />
          <Button size="small" onClick={refresh} busy={state.kind === 'fetching'} busyText="Refreshing">
            Refresh
          </Button>
        </div>
      </div>
      {state.kind === 'failed' ? (
        <Alert tone="danger">
          Failed to fetch stream data: {state.error}
          {record === undefined || record.data === null ? '' : ' Showing the data received before.'}
        </Alert>
      ) : null}
      <StreamQuality streamKey={streamKey} />
      <ErrorBoundary message="The message could not be shown">
        <Suspense fallback={<Skeleton height={LOADING_HEIGHT} />}>
          <RawMessage
            data={record?.data ?? null}
            path={typed}
            onPath={setTyped}
            {...{ streamKey, entries, parsed, view, onView }}
          />
        </Suspense>
      </ErrorBoundary>
      <h3 className={css.heading}>Latest messages ({zoneName()})</h3>
      <Tail entries={entries} path={parsed} />
    </div>
  )
}

/** Details of one stream. Closes on Escape, a click outside and its button. */
export function StreamDialog({ streamKey, onClose, ...details }: StreamDialogProps) {
  const [last, setLast] = useState(streamKey)
  // Keeps showing the last stream while closing.
  if (streamKey !== undefined && streamKey !== last) setLast(streamKey)
  const shown = streamKey ?? last
  const view = shown === undefined ? undefined : viewOf({ ...parseStreamKey(shown), key: shown, data: null })
  return (
    <Dialog
      open={streamKey !== undefined}
      onClose={onClose}
      title={view === undefined ? 'Stream' : `${view.title} · ${view.label}`}
      size="large"
    >
      {shown === undefined ? null : <Details key={shown} streamKey={shown} {...details} />}
    </Dialog>
  )
}
