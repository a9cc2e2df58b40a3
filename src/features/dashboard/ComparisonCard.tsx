import { type RefObject, useEffect, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { comparisonMessageSchema } from '#contract/comparison.ts'
import { DEFAULT_PAIR } from '#contract/pairs.ts'
import { useDashboardView } from '#src/app/use-dashboard-view.ts'
import { Card } from '#src/ui/cards/Card.tsx'
import { Button } from '#src/ui/controls/Button.tsx'
import { Spinner } from '#src/ui/feedback/Spinner.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { card, container, frame as frameClass, overlay } from './ComparisonCard.css.ts'

/** How long the vendor's chart may take after its page has loaded, in ms. */
const LOAD_TIMEOUT_MS = 15_000

type ComparisonState = 'loading' | 'loaded' | 'failed'

interface Comparison {
  readonly state: ComparisonState
  /** Changes with every retry; used as the frame's key. */
  readonly attempt: number
  readonly frame: RefObject<HTMLIFrameElement | null>
  readonly onFrameLoad: () => void
  readonly retry: () => void
}

/** State of the comparison chart as its frame reports it; no report in time counts as failure. */
function useComparison(): Comparison {
  const frame = useRef<HTMLIFrameElement>(null)
  const [attempt, setAttempt] = useState(1)
  const [state, setState] = useState<ComparisonState>('loading')
  const [isWaiting, setIsWaiting] = useState(false)

  useEffect(() => {
    function listen({ source, data }: MessageEvent<unknown>) {
      if (source === null || source !== frame.current?.contentWindow) return
      const message = z.safeParse(comparisonMessageSchema, data)
      if (message.success) setState(message.data.type === 'comparison.loaded' ? 'loaded' : 'failed')
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [])

  useEffect(() => {
    if (!isWaiting || state !== 'loading') return undefined
    const timer = setTimeout(() => setState('failed'), LOAD_TIMEOUT_MS)
    return () => clearTimeout(timer)
  }, [isWaiting, state])

  return {
    state,
    attempt,
    frame,
    onFrameLoad: () => setIsWaiting(true),
    retry: () => {
      setAttempt(attempt + 1)
      setIsWaiting(false)
      setState('loading')
    },
  }
}

const TITLE = 'External Comparison Chart'

export interface ComparisonCardProps {
  /** URL of the page that embeds the vendor's chart; undefined where none is offered. */
  readonly src: string | undefined
}

const ComparisonFrame = ({ src, state, attempt, frame, onFrameLoad }: Comparison & { readonly src: string }) => (
  <div className={container}>
    <iframe
      key={attempt}
      ref={frame}
      className={frameClass}
      src={src}
      title={TITLE}
      sandbox="allow-scripts"
      loading="lazy"
      referrerPolicy="no-referrer"
      onLoad={onFrameLoad}
    />
    {state === 'loading' ? (
      <div className={overlay}>
        <Spinner />
        <p>Loading the external chart...</p>
      </div>
    ) : null}
  </div>
)

/** In place of the chart, in the line of the title. */
const Unavailable = ({ reason, onRetry }: { readonly reason: string; readonly onRetry?: () => void }) => (
  <Card
    title={TITLE}
    compact
    trailing={
      <>
        <p className={layout.quiet} role="alert">
          {reason}
        </p>
        {onRetry === undefined ? null : (
          <Button size="small" onClick={onRetry}>
            Retry
          </Button>
        )}
      </>
    }
    headOnly
  />
)

const SUBTITLE = 'BTCUSD · 1m · TradingView'

/**
 * The vendor's BTCUSD chart for comparison, in a sandboxed frame without access to the page. It does not follow the view: see
 * docs/decisions/0071.
 */
export function ComparisonCard({ src }: ComparisonCardProps) {
  const comparison = useComparison()
  const { pair } = useDashboardView()
  if (src === undefined) return <Unavailable reason="This server does not offer one." />
  if (comparison.state === 'failed')
    return <Unavailable reason="The external chart could not be reached." onRetry={comparison.retry} />
  return (
    <Card
      title={TITLE}
      subtitle={pair === DEFAULT_PAIR ? SUBTITLE : `${SUBTITLE} · other symbols can be chosen in it`}
      className={card}
      compact
      flush
    >
      <ComparisonFrame src={src} {...comparison} />
    </Card>
  )
}
