import type { SchedulerLike, Subscription } from 'rxjs'

/** Something that is published at most once per painted frame, however often it changes. */
export interface Painted {
  /** To be called at every change. */
  readonly mark: () => void
  /** Lets go of what is not published yet. */
  readonly stop: () => void
}

/** In a hidden tab no frame is painted: then one publication waits, and nothing grows. */
export function createPainted(paint: SchedulerLike, publish: () => void): Painted {
  let task: Subscription | undefined
  let isDue = false
  return {
    mark() {
      if (isDue) return
      isDue = true
      task = paint.schedule(() => {
        isDue = false
        publish()
      })
    },
    stop() {
      isDue = false
      task?.unsubscribe()
    },
  }
}
