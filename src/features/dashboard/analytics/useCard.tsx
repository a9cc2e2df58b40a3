import { useObservableEagerState } from 'observable-hooks'
import { memo, useMemo, useState, type ReactNode } from 'react'
import { of } from 'rxjs'
import { useServices } from '#src/app/services.ts'
import type { ParsedPayload } from '#src/analysis/payload.ts'
import type { StreamRecord } from '#src/streams/index.ts'
import { TrustMark } from '../card/TrustMark.tsx'
import type { MessageMetadata } from '../card/trust.ts'
import { DetailDialog, type DetailDialogProps, type StreamDetail } from '../detail/DetailDialog.tsx'
import { cardData, keysWithData, type CardSource } from './card-data.ts'
import { withMarketName } from './market-name.ts'

const NO_KEYS: readonly string[] = []

const metadataOf = ({ key, messageId, source, timestamp, receivedAt, provenance }: StreamRecord): MessageMetadata => ({
  key,
  messageId,
  delivery: source,
  timestamp,
  receivedAt,
  provenance,
})

const detailOf = (
  { key, status, messageCount, receivedAt, data }: StreamRecord,
  payload: ParsedPayload<unknown> | undefined,
  figures: StreamDetail['figures'],
): StreamDetail => ({ key, status, messageCount, receivedAt, analysisTime: payload?.header.at, data, figures })

type DetailProps = Pick<DetailDialogProps, 'title' | 'open' | 'onClose' | 'detail'>

/** Skips rerendering of closed dialogs. */
const areBothClosed = (before: DetailProps, after: DetailProps): boolean => !before.open && !after.open

/** The raw message of a card. Stays mounted while closed so that focus returns to the card. */
const Detail = memo(function Detail(props: DetailProps) {
  const { records } = useServices().streams
  const { open } = props
  // All streams may change in every frame: subscribes only while open.
  const keys$ = useMemo(() => (open ? keysWithData(records) : of(NO_KEYS)), [open, records])
  return <DetailDialog availableKeys={useObservableEagerState(keys$)} {...props} />
}, areBothClosed)

/** Props of a card (payload, trust mark) and the dialog with its raw message. */
export function useCard<Model>(name: string, source: CardSource<Model>) {
  const { streams } = useServices()
  const [isOpen, setIsOpen] = useState(false)
  const market = useObservableEagerState(streams.market$)
  const liveness = useObservableEagerState(streams.analyticsLiveness$)
  const data$ = useMemo(() => cardData(streams.records, source), [streams, source])
  const { record, payload: read } = useObservableEagerState(data$)
  const kind = record?.provenance?.market
  const payload = useMemo(() => withMarketName(read, kind), [read, kind])
  const metadata = useMemo(() => (record === undefined ? undefined : metadataOf(record)), [record])
  const { figures } = source
  const trust: ReactNode = metadata === undefined ? null : <TrustMark {...{ metadata, market, liveness, figures }} />
  const detail = record === undefined ? undefined : detailOf(record, payload, figures)
  return {
    card: { payload, trust, onOpen: () => setIsOpen(true) },
    dialog: <Detail title={name} open={isOpen} onClose={() => setIsOpen(false)} detail={detail} />,
  }
}
