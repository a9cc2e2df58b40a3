import { Subscription, type SchedulerAction, type SchedulerLike } from 'rxjs'

interface Due<T> {
  readonly at: number
  readonly order: number
  readonly action: ManualAction<T>
  readonly state: T | undefined
}

type Work<T> = (this: SchedulerAction<T>, state?: T) => void

class ManualAction<T> extends Subscription implements SchedulerAction<T> {
  readonly #queue: ManualScheduler
  readonly #work: Work<T>

  constructor(queue: ManualScheduler, work: Work<T>) {
    super(() => queue.remove(this))
    this.#queue = queue
    this.#work = work
  }

  schedule(state?: T, delay = 0): Subscription {
    if (!this.closed) this.#queue.add(this, delay, state)
    return this
  }

  run(state: T | undefined): void {
    this.#work(state)
  }
}

/** A scheduler whose time is advanced by hand. Times are unix ms. */
export class ManualScheduler implements SchedulerLike {
  #now: number
  #order = 0
  #dues: Due<unknown>[] = []

  constructor(startMs = 0) {
    this.#now = startMs
  }

  now(): number {
    return this.#now
  }

  schedule<T>(work: Work<T>, delay = 0, state?: T): Subscription {
    return new ManualAction(this, work).schedule(state, delay)
  }

  add<T>(action: ManualAction<T>, delay: number, state: T | undefined): void {
    this.remove(action)
    this.#order += 1
    const due = { at: this.#now + delay, order: this.#order, action, state } as Due<unknown>
    this.#dues = [...this.#dues, due].sort((a, b) => a.at - b.at || a.order - b.order)
  }

  remove(action: ManualAction<never>): void {
    this.#dues = this.#dues.filter((due) => due.action !== (action as ManualAction<unknown>))
  }

  /** Advances the time by `ms` and runs all tasks due by then, in order. */
  advance(ms: number): void {
    const target = this.#now + ms
    for (let due = this.#dues[0]; due && due.at <= target; due = this.#dues[0]) {
      this.#now = Math.max(this.#now, due.at)
      this.#dues.shift()
      due.action.run(due.state)
    }
    this.#now = target
  }

  /** Changes the time without running tasks, as when a computer sleeps or its clock is set. */
  sleep(ms: number): void {
    this.#now += ms
  }
}
