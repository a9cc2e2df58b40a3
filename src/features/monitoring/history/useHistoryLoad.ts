import { useCallback, useEffect, useRef, useState } from 'react'
import { firstValueFrom, type Subscription } from 'rxjs'
import { STREAMS } from '#contract/limits.ts'
import { useMonitoring, useServices } from '#src/app/services.ts'
import type { HistoryProgress } from '#src/streams/index.ts'
import { formatNumber, pluralize } from '#src/ui/format/number.ts'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'

export interface HistoryLoad {
  /** Undefined when nothing is loading. */
  readonly progress: HistoryProgress | undefined
  readonly start: () => void
  readonly cancel: () => void
}

/** Result message of a load. */
const loadedText = ({ messages, done, failed }: HistoryProgress): string =>
  `Loaded ${pluralize(messages, 'message')} of ${pluralize(done - failed, 'stream')}${failed === 0 ? '' : `, ${formatNumber(failed)} failed`}`

/** Loads the last ten messages of every known stream, until done or cancelled. */
export function useHistoryLoad(): HistoryLoad {
  const { records } = useServices().streams
  const { loadHistory } = useMonitoring()
  const { toasts } = useOverlays()
  const [progress, setProgress] = useState<HistoryProgress>()
  const running = useRef<Subscription>(undefined)
  const end = useCallback(() => {
    running.current?.unsubscribe()
    running.current = undefined
    setProgress(undefined)
  }, [])
  useEffect(() => () => running.current?.unsubscribe(), [])

  async function start() {
    if (running.current !== undefined) return
    const known = await firstValueFrom(records.all$)
    let last: HistoryProgress = { total: 0, done: 0, failed: 0, messages: 0 }
    running.current = loadHistory(
      known.map(({ key }) => key),
      STREAMS.historyPerStream,
    ).subscribe({
      next: (progress) => {
        last = progress
        setProgress(progress)
      },
      complete: () => {
        end()
        const notify = last.failed === 0 ? toasts.success : toasts.error
        notify(loadedText(last))
      },
    })
  }

  return {
    progress,
    start: () => void start(),
    cancel: () => {
      end()
      toasts.info('Loading of history cancelled')
    },
  }
}
