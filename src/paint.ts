import { animationFrameScheduler, type SchedulerAction, type SchedulerLike, type Subscription } from 'rxjs'

/** Frames that show nothing new between two that do: ten times a second is as fast as anybody sees a figure change. */
const RESTS = 5

/**
 * When what streams in is shown: before a frame is painted, and in that very frame, since `commit` (React's `flushSync`)
 * brings it into the document at once instead of after the frame. Under a flow most frames rest, as what comes in must not
 * wait for what is drawn. All that is due shares one frame.
 */
export function createPaint(commit: (work: () => void) => void): SchedulerLike {
  let isShowing = false
  let rests = 0

  /** Comes before whatever is scheduled for the frames after the one that shows. */
  function rest(this: SchedulerAction<unknown>): void {
    rests = isShowing ? RESTS : rests - 1
    isShowing = false
    if (rests > 0) this.schedule()
  }

  return {
    now: () => animationFrameScheduler.now(),
    schedule<T>(work: (this: SchedulerAction<T>, state?: T) => void, delay = 0, value?: T): Subscription {
      return animationFrameScheduler.schedule<T>(
        function show(this: SchedulerAction<T>, held?: T) {
          if (rests > 0) return void this.schedule(held)
          if (!isShowing) animationFrameScheduler.schedule(rest)
          isShowing = true
          return commit(() => work.call(this, held))
        },
        delay,
        value,
      )
    },
  }
}
