import { useSyncExternalStore, useMemo } from 'react'
import type { Recorder } from '#src/machines/inspection/recorder.ts'

/** At most so often: machines may do a thousand things between two looks. */
const LOOK_MS = 150

/** Renders anew when the recorder has seen something, a few times a second at most. */
export function useLook(recorder: Pick<Recorder, 'onChange'>): number {
  const look = useMemo(() => {
    let version = 0
    return {
      version: () => version,
      subscribe: (hear: () => void): (() => void) => {
        let timer: ReturnType<typeof setTimeout> | undefined
        const stop = recorder.onChange(() => {
          timer ??= setTimeout(() => {
            timer = undefined
            version += 1
            hear()
          }, LOOK_MS)
        })
        return () => {
          clearTimeout(timer)
          stop()
        }
      },
    }
  }, [recorder])
  return useSyncExternalStore(look.subscribe, look.version)
}
