import { Subscription, type SchedulerAction, type SchedulerLike } from 'rxjs'

/** Gives things that come again and again a name of their own: `timer 1000#1`, `timer 1000#2`. */
export function createNames(counts: Readonly<Record<string, number>> = {}) {
  const numbers = new Map(Object.entries(counts))
  return {
    next(name: string): string {
      const number = (numbers.get(name) ?? 0) + 1
      numbers.set(name, number)
      return `${name}#${number}`
    },
    counts: (): Record<string, number> => Object.fromEntries(numbers),
    forget: () => numbers.clear(),
  }
}
export type Names = ReturnType<typeof createNames>

export type WorkKind = 'timer' | 'paint'
const nameOf = (kind: WorkKind, delay: number) => `${kind} ${delay}`

/** A scheduler that runs its works on `inner` and tells of each before it runs. */
export function toldScheduler(
  kind: WorkKind,
  inner: SchedulerLike,
  { names, pending, tell }: { names: Names; pending: Set<string>; tell: (work: string) => void },
): SchedulerLike {
  return {
    now: () => inner.now(),
    schedule<T>(work: (this: SchedulerAction<T>, state?: T) => void, delay = 0, state?: T): Subscription {
      const name = names.next(nameOf(kind, delay))
      pending.add(name)
      const running = inner.schedule<T>(
        function run(this: SchedulerAction<T>, inState?: T) {
          tell(name)
          work.call(this, inState)
        },
        delay,
        state,
      )
      running.add(() => pending.delete(name))
      return running
    },
  }
}

interface Waiting {
  readonly run: () => void
}

/** Works that wait until a tape says that they ran. Time has no part in it. */
export function createTapeWorks(names: Names, left: readonly string[]) {
  const waiting = new Map<string, Waiting>()
  const unclaimed = new Set(left)

  /** After a keyframe, what is scheduled at the start takes the place of what was being waited for then. */
  function claim(name: string): string {
    const found = [...unclaimed].find((work) => work.startsWith(`${name}#`))
    if (found === undefined) return names.next(name)
    unclaimed.delete(found)
    return found
  }

  const scheduler = (kind: WorkKind): SchedulerLike => ({
    now: () => 0,
    schedule<T>(work: (this: SchedulerAction<T>, state?: T) => void, delay = 0, state?: T): Subscription {
      const name = claim(nameOf(kind, delay))
      const action = Object.assign(new Subscription(() => waiting.delete(name)), {
        schedule(this: Subscription, next?: T): Subscription {
          waiting.set(name, { run: () => run(next) })
          return this
        },
      })
      const run = (given: T | undefined) => {
        waiting.delete(name)
        work.call(action, given)
      }
      return action.schedule(state)
    },
  })

  return {
    scheduler,
    /** Runs a work of the tape; false when nobody waits for it here. */
    run(name: string): boolean {
      const work = waiting.get(name)
      work?.run()
      return work !== undefined
    },
    /** Paints whatever waits for a frame. */
    paint(): void {
      for (const [name, work] of waiting) if (name.startsWith('paint')) work.run()
    },
  }
}
