import type { SchedulerLike, Subscription } from 'rxjs'

/** Something that is published at most once per painted frame, however often it changes. */
export interface FrameCoalescer {
  /** To be called at every change. */
  readonly invalidate: () => void
  /** Lets go of what is not published yet. */
  readonly cancel: () => void
}

/** In a hidden tab no frame is painted: then one publication waits, and nothing grows. */
export function coalescePerFrame(paint: SchedulerLike, publish: () => void): FrameCoalescer {
  let task: Subscription | undefined
  let isDue = false
  return {
    invalidate() {
      if (isDue) return
      isDue = true
      task = paint.schedule(() => {
        isDue = false
        publish()
      })
    },
    cancel() {
      isDue = false
      task?.unsubscribe()
    },
  }
}
