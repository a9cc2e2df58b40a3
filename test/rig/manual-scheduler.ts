import { VirtualAction, VirtualTimeScheduler } from 'rxjs'

/** A scheduler whose time only moves when told: no test waits. Times are unix milliseconds. */
export class ManualScheduler extends VirtualTimeScheduler {
  constructor(startMs = 0) {
    super(VirtualAction, 0)
    this.frame = startMs
  }

  /** Runs everything that is due within the next `ms`, in order, and stands there. */
  advance(ms: number): void {
    const target = this.frame + ms
    this.maxFrames = target
    this.flush()
    this.frame = target
  }
}
