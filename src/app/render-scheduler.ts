import { animationFrameScheduler, Subscription, type Observable, type SchedulerAction, type SchedulerLike } from 'rxjs'

/** Frames skipped between two renders: ten renders a second are as fast as a changing number can be read. */
const FRAMES_SKIPPED = 5
/** Frames skipped after a press: an overlay is measured in the first and positioned in the second. */
const FRAMES_SKIPPED_AFTER_PRESS = 3
/** Upper limit of frames skipped, however often something is pressed. */
const MAX_FRAMES_SKIPPED = 10

/** Schedules renders of streamed data. Must be stopped when it is no longer used. */
export interface RenderScheduler extends SchedulerLike {
  readonly stop: () => void
}

export interface RenderSchedulerPorts {
  /** Commits the changes of `work` to the document synchronously: React's `flushSync`. */
  readonly commit: (work: () => void) => void
  /** Emits on each press of a key or pointer button, before the page handles it. */
  readonly press$: Observable<unknown>
}

/**
 * Schedules renders of streamed data on animation frames; `commit` puts them into the same frame instead of the next.
 * Under load most frames are skipped, so that rendering does not delay incoming messages, and so are the frames after a
 * press, so that it does not delay the response to input. All work that is due shares one frame.
 */
export function createRenderScheduler({ commit, press$ }: RenderSchedulerPorts): RenderScheduler {
  let isRendering = false
  /** Frames still to skip, and frames skipped since the last render. */
  let framesToSkip = 0
  let framesSkipped = 0
  let skipping = Subscription.EMPTY

  /** Runs before the work that is scheduled for the frames after a render. */
  function skipFrame(this: SchedulerAction<unknown>): void {
    framesToSkip = isRendering ? FRAMES_SKIPPED : framesToSkip - 1
    framesSkipped += 1
    isRendering = false
    if (framesToSkip > 0) this.schedule()
  }

  function skipFrames(): void {
    skipping = animationFrameScheduler.schedule(skipFrame)
  }

  const presses = press$.subscribe(() => {
    const wanted = Math.min(FRAMES_SKIPPED_AFTER_PRESS, MAX_FRAMES_SKIPPED - framesSkipped)
    if (isRendering || wanted <= framesToSkip) return
    if (framesToSkip === 0) skipFrames()
    framesToSkip = wanted
  })

  return {
    now: () => animationFrameScheduler.now(),
    schedule<T>(work: (this: SchedulerAction<T>, state?: T) => void, delay = 0, value?: T): Subscription {
      return animationFrameScheduler.schedule<T>(
        function render(this: SchedulerAction<T>, state?: T) {
          if (framesToSkip > 0) return void this.schedule(state)
          if (!isRendering) skipFrames()
          isRendering = true
          framesSkipped = 0
          return commit(() => work.call(this, state))
        },
        delay,
        value,
      )
    },
    stop() {
      presses.unsubscribe()
      skipping.unsubscribe()
    },
  }
}
