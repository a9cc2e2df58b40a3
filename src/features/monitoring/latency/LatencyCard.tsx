import { useObservableEagerState } from 'observable-hooks'
import { memo, useMemo } from 'react'
import { cx } from '#src/ui/cx.ts'
import { Badge } from '#src/ui/display/Badge.tsx'
import { Card } from '#src/ui/display/Card.tsx'
import { useMonitoring } from '../useMonitoring.ts'
import { STATUS_TONES, type Feed } from '../feeds.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import * as css from './latency.css.ts'
import { HistogramRow } from './HistogramRow.tsx'

function SocketLatency({ feed }: { readonly feed: Feed }) {
  const { quality } = useMonitoring()
  const quality$ = useMemo(() => quality.socket(feed.name), [quality, feed.name])
  return (
    <HistogramRow
      name={feed.label}
      status={<Badge tone={STATUS_TONES[feed.status]}>{feed.status}</Badge>}
      quality={useObservableEagerState(quality$)}
      of="socket"
    />
  )
}

/** Latency and loss of both sockets as measured by this client. */
export const LatencyCard = memo(({ feeds }: { readonly feeds: readonly Feed[] }) => (
  <Card
    title="Latency & Loss"
    subtitle="from server to paint, last 60 minutes"
    footer={
      <>
        <span className={css.count}>
          <span className={cx(css.swatch, css.swatches.p50)} aria-hidden="true" />
          p50
        </span>
        <span className={css.count}>
          <span className={cx(css.swatch, css.swatches.p99)} aria-hidden="true" />
          p99
        </span>
        <span>Log scale, 1 ms to 100 s, from the server's send to the painted frame</span>
      </>
    }
  >
    <div className={layout.stack[4]}>
      {feeds.map((feed) => (
        <SocketLatency key={feed.name} feed={feed} />
      ))}
    </div>
  </Card>
))
