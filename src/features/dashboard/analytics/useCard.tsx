import { useObservableEagerState } from 'observable-hooks'
import { memo, useMemo, type ReactNode } from 'react'
import { of, catchError, defer, from, ignoreElements, map, merge, startWith, switchMap, type Observable } from 'rxjs'
import { useServices, type Services } from '#src/app/services.ts'
import type { ParsedPayload } from '#src/analysis/payload.ts'
import type { Figures } from '#src/analysis/figures.ts'
import type { StreamRecord } from '#src/streams/index.ts'
import { useCardAddress } from '../detail/card-address.ts'
import { meaningText } from '#src/ui/data/meaning.ts'
import { Help, type HelpEntry } from '#src/ui/overlays/Help.tsx'
import { TrustMark } from '../card/TrustMark.tsx'
import type { MessageMetadata } from '../card/trust.ts'
import { DetailDialog, type DetailDialogProps, type StreamDetail } from '../detail/DetailDialog.tsx'
import { CARDS, type CardName } from '../cards.ts'
import { keysWithData, viewedCardData, type CardSource } from './card-data.ts'
import { STREAMS } from '#contract/limits.ts'
import type { TimedMessage } from '#src/analysis/raw-values.ts'

const NONE: readonly TimedMessage[] = []

/** The newest messages of a stream, newest first: those that the server has stored, then live. None without a key. */
function recentMessages(
  monitoring: Services['monitoring'],
  key: string | undefined,
): Observable<readonly TimedMessage[]> {
  if (key === undefined) return of(NONE)
  return defer(() => from(monitoring())).pipe(
    switchMap(({ loadHistory, history }) =>
      merge(loadHistory([key], STREAMS.recentCap).pipe(ignoreElements()), history(key)),
    ),
    map((entries): readonly TimedMessage[] => entries),
    // Without them the table lacks the times of the last changes, and nothing else.
    catchError(() => of(NONE)),
    startWith(NONE),
  )
}

const NO_KEYS: readonly string[] = []

const metadataOf = ({ key, messageId, source, timestamp, receivedAt, provenance }: StreamRecord): MessageMetadata => ({
  key,
  messageId,
  delivery: source,
  timestamp,
  receivedAt,
  provenance,
})

type CardDetail = Omit<StreamDetail, 'messages'>

const detailOf = (
  { key, status, messageCount, receivedAt, data }: StreamRecord,
  payload: ParsedPayload<unknown> | undefined,
  figures: StreamDetail['figures'],
): CardDetail => ({ key, status, messageCount, receivedAt, analysisTime: payload?.header.at, data, figures })

interface DetailProps extends Omit<DetailDialogProps, 'detail' | 'availableKeys'> {
  readonly detail: CardDetail | undefined
}

/** Skips rerendering of closed dialogs. */
const areBothClosed = (before: DetailProps, after: DetailProps): boolean => !before.open && !after.open

/** The raw message of a card. Stays mounted while closed so that focus returns to the card. */
const Detail = memo(function Detail({ detail, ...props }: DetailProps) {
  const { streams, monitoring } = useServices()
  const { records } = streams
  const { open } = props
  const key = open ? detail?.key : undefined
  // All streams may change in every frame: subscribes only while open.
  const keys$ = useMemo(() => (open ? keysWithData(records) : of(NO_KEYS)), [open, records])
  const messages$ = useMemo(() => recentMessages(monitoring, key), [monitoring, key])
  const messages = useObservableEagerState(messages$)
  const availableKeys = useObservableEagerState(keys$)
  return <DetailDialog {...props} availableKeys={availableKeys} detail={detail && { ...detail, messages }} />
}, areBothClosed)

/** Each figure with its kind and what it says. */
const explained = (figures: StreamDetail['figures']): readonly HelpEntry[] =>
  Object.entries(figures).map(([term, meaning]) => ({ term, says: meaningText(meaning) }))

/** Props of a card (payload, trust mark, help) and the dialog with its raw message. */
export function useCard<Model>(name: CardName, read: CardSource<Model>['read'], figures: Figures) {
  const { title, dialogTitle = title, scored } = CARDS[name]
  const { streams } = useServices()
  const { card, view, open, show, close } = useCardAddress()
  const market = useObservableEagerState(streams.market$)
  const liveness = useObservableEagerState(streams.analyticsLiveness$)
  const data$ = useMemo(() => viewedCardData(streams, name, read), [streams, name, read])
  const { record, payload } = useObservableEagerState(data$)
  const metadata = useMemo(() => (record === undefined ? undefined : metadataOf(record)), [record])
  const trust: ReactNode =
    metadata === undefined ? null : <TrustMark {...{ metadata, market, liveness, figures }} compact />
  const help = useMemo(
    () => <Help of={dialogTitle} topic="card" entries={explained(figures)} />,
    [dialogTitle, figures],
  )
  const detail = record === undefined ? undefined : detailOf(record, payload, figures)
  return {
    card: { payload, trust, help, onOpen: () => open(name) },
    dialog: (
      <Detail
        title={dialogTitle}
        open={card === name}
        onClose={close}
        view={view}
        onView={show}
        detail={detail}
        scored={scored}
      />
    ),
  }
}
