import { animationFrameScheduler, type SchedulerAction, type SchedulerLike, type Subscription } from 'rxjs'

/**
 * When what streams in is shown: before a frame is painted, and in that very frame, since `commit` (React's `flushSync`)
 * brings it into the document at once instead of after the frame. Every other frame rests, as nobody reads figures faster
 * than thirty times a second, and what comes in must not wait for what is drawn. All that is due shares one frame.
 */
export function createPaint(commit: (work: () => void) => void): SchedulerLike {
  let state: 'free' | 'showing' | 'resting' = 'free'

  /** Comes before whatever is scheduled for the frames after the one that shows. */
  function rest(this: SchedulerAction<unknown>): void {
    state = state === 'showing' ? 'resting' : 'free'
    if (state === 'resting') this.schedule()
  }

  return {
    now: () => animationFrameScheduler.now(),
    schedule<T>(work: (this: SchedulerAction<T>, state?: T) => void, delay = 0, value?: T): Subscription {
      return animationFrameScheduler.schedule<T>(
        function show(this: SchedulerAction<T>, held?: T) {
          if (state === 'resting') return void this.schedule(held)
          if (state === 'free') animationFrameScheduler.schedule(rest)
          state = 'showing'
          return commit(() => work.call(this, held))
        },
        delay,
        value,
      )
    },
  }
}
