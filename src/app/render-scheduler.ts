import { animationFrameScheduler, Subscription, type Observable, type SchedulerAction, type SchedulerLike } from 'rxjs'

/** Frames that show nothing new between two that do: ten times a second is as fast as anybody sees a figure change. */
const FRAMES_SKIPPED = 5
/** The frame after a press that may show something again: what opens is measured in the first, and in its place in the second. */
const FRAMES_SKIPPED_AFTER_PRESS = 3
/** Frames after which a flow is shown whatever is pressed. */
const MAX_FRAMES_SKIPPED = 10

/** When what streams in is shown. To be stopped when nothing is painted any more. */
export interface RenderScheduler extends SchedulerLike {
  readonly stop: () => void
}

export interface RenderSchedulerPorts {
  /** Brings what the work changes into the document at once: React's `flushSync`. */
  readonly commit: (work: () => void) => void
  /** Each press of a key or a button, before it is answered. */
  readonly press$: Observable<unknown>
}

/**
 * When what streams in is shown: before a frame is painted, and in that very frame, since `commit` brings it into the
 * document at once instead of after the frame. Under a flow most frames rest, as what comes in must not wait for what is
 * drawn; and so do those after a press, as its answer must not wait either. All that is due shares one frame.
 */
export function createRenderScheduler({ commit, press$ }: RenderSchedulerPorts): RenderScheduler {
  let isRendering = false
  /** Frames still to rest, and those that have rested since the last one shown. */
  let framesToSkip = 0
  let framesSkipped = 0
  let skipping = Subscription.EMPTY

  /** Comes before whatever is scheduled for the frames after the one that shows. */
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
