import { useSyncExternalStore, useMemo } from 'react'
import type { Recorder } from '#src/lib/inspection/recorder.ts'

/** Shortest time between two renders, ms. */
const RENDER_INTERVAL_MS = 150

/** Rerenders when the recorder changes, throttled. */
export function useThrottledRecorder(recorder: Pick<Recorder, 'onChange'>): number {
  const store = useMemo(() => {
    let version = 0
    return {
      version: () => version,
      subscribe: (notify: () => void): (() => void) => {
        let timer: ReturnType<typeof setTimeout> | undefined
        const stop = recorder.onChange(() => {
          timer ??= setTimeout(() => {
            timer = undefined
            version += 1
            notify()
          }, RENDER_INTERVAL_MS)
        })
        return () => {
          clearTimeout(timer)
          stop()
        }
      },
    }
  }, [recorder])
  return useSyncExternalStore(store.subscribe, store.version)
}
