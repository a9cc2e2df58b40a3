import { useObservableEagerState } from 'observable-hooks'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { combineLatest, concat, ignoreElements, map, throttleTime, type Observable, type Subscription } from 'rxjs'
import { STREAMS } from '#contract/limits.ts'
import { useMonitoring, useServices } from '#src/app/services.ts'
import type { FetchResult, StreamEntry, StreamRecord } from '#src/streams/index.ts'

/** Minimum interval between updates, in ms. */
const THROTTLE_MS = 250

export interface StreamDetail {
  /** Undefined while the stream is unknown. */
  readonly record: StreamRecord | undefined
  readonly entries: readonly StreamEntry[]
}

export type FetchState = { readonly kind: 'fetching' } | FetchResult

/** Live details of a stream, or those at the time `isLive` became false. */
export function useStreamDetail(key: string, isLive: boolean): StreamDetail {
  const { records } = useServices().streams
  const { history } = useMonitoring()
  const detail$ = useMemo(
    () =>
      combineLatest([records.record(key), history(key)]).pipe(
        throttleTime(THROTTLE_MS, undefined, { leading: true, trailing: true }),
        map(([record, entries]): StreamDetail => ({ record, entries })),
      ),
    [records, history, key],
  )
  const live = useObservableEagerState(detail$)
  const [frozen, setFrozen] = useState(live)
  // Freezes the value shown when live updates are switched off.
  if (isLive && frozen !== live) setFrozen(live)
  return isLive ? live : frozen
}

/** Fetches the latest message on mount, and the last fifteen on refresh. */
export function useFetching(key: string): { readonly state: FetchState; readonly refresh: () => void } {
  const { fetchLatest, loadHistory } = useMonitoring()
  const [state, setState] = useState<FetchState>({ kind: 'fetching' })
  const [request, setRequest] = useState<Observable<FetchResult>>(() => fetchLatest(key))
  useEffect(() => {
    const running: Subscription = request.subscribe(setState)
    return () => running.unsubscribe()
  }, [request])
  const refresh = useCallback(() => {
    setState({ kind: 'fetching' })
    const more$ = loadHistory([key], STREAMS.historyManualRefresh).pipe(ignoreElements())
    setRequest(concat(more$, fetchLatest(key)))
  }, [fetchLatest, loadHistory, key])
  return { state, refresh }
}
