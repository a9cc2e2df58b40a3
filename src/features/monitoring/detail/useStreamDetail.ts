import { useObservableEagerState } from 'observable-hooks'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { combineLatest, concat, ignoreElements, map, throttleTime, type Observable, type Subscription } from 'rxjs'
import { STREAMS } from '#contract/limits.ts'
import { useServices } from '#src/app/services.ts'
import { useMonitoring } from '../useMonitoring.ts'
import type { Fetched, StreamEntry, StreamRecord } from '#src/streams/index.ts'

/** How often what is read by people changes under their eyes at most. */
const THROTTLE_MS = 250

export interface StreamDetail {
  /** Undefined while nothing is held of the stream. */
  readonly record: StreamRecord | undefined
  readonly entries: readonly StreamEntry[]
}

export type FetchState = { readonly kind: 'fetching' } | Fetched

/** A stream as it goes on, or as it stood when `isLive` ended. */
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
  // What stands still is what stood there when it was stopped.
  if (isLive && frozen !== live) setFrozen(live)
  return isLive ? live : frozen
}

/** Fetches the latest message when it begins, and the last fifteen when asked to. */
export function useFetching(key: string): { readonly state: FetchState; readonly refresh: () => void } {
  const { fetchLatest, loadHistory } = useMonitoring()
  const [state, setState] = useState<FetchState>({ kind: 'fetching' })
  const [request, setRequest] = useState<Observable<Fetched>>(() => fetchLatest(key))
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
