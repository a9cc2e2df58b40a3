import { animationFrameScheduler, Subscription, type Observable, type SchedulerAction, type SchedulerLike } from 'rxjs'

/** Frames that show nothing new between two that do: ten times a second is as fast as anybody sees a figure change. */
const RESTS = 5
/** The frame after a press that may show something again: what opens is measured in the first, and in its place in the second. */
const PRESS_RESTS = 3
/** Frames after which a flow is shown whatever is pressed. */
const MOST_RESTS = 10

/** When what streams in is shown. To be stopped when nothing is painted any more. */
export interface Paint extends SchedulerLike {
  readonly stop: () => void
}

export interface PaintPorts {
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
export function createPaint({ commit, press$ }: PaintPorts): Paint {
  let isShowing = false
  /** Frames still to rest, and those that have rested since the last one shown. */
  let rests = 0
  let rested = 0
  let resting = Subscription.EMPTY

  /** Comes before whatever is scheduled for the frames after the one that shows. */
  function rest(this: SchedulerAction<unknown>): void {
    rests = isShowing ? RESTS : rests - 1
    rested += 1
    isShowing = false
    if (rests > 0) this.schedule()
  }

  function letRest(): void {
    resting = animationFrameScheduler.schedule(rest)
  }

  const presses = press$.subscribe(() => {
    const wanted = Math.min(PRESS_RESTS, MOST_RESTS - rested)
    if (isShowing || wanted <= rests) return
    if (rests === 0) letRest()
    rests = wanted
  })

  return {
    now: () => animationFrameScheduler.now(),
    schedule<T>(work: (this: SchedulerAction<T>, state?: T) => void, delay = 0, value?: T): Subscription {
      return animationFrameScheduler.schedule<T>(
        function show(this: SchedulerAction<T>, held?: T) {
          if (rests > 0) return void this.schedule(held)
          if (!isShowing) letRest()
          isShowing = true
          rested = 0
          return commit(() => work.call(this, held))
        },
        delay,
        value,
      )
    },
    stop() {
      presses.unsubscribe()
      resting.unsubscribe()
    },
  }
}
