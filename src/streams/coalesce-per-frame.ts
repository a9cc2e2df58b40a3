import type { SchedulerLike, Subscription } from 'rxjs'

/** A publication that runs at most once per frame, however often it is invalidated. */
export interface FrameCoalescer {
  /** Requests a publication in the next frame. */
  readonly invalidate: () => void
  /** Cancels a pending publication. */
  readonly cancel: () => void
}

/**
 * Runs `publish` in the next frame after a change. A hidden tab renders no frames: one publication stays pending and
 * nothing accumulates.
 */
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
