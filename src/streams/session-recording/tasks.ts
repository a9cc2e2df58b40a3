import { Subscription, type SchedulerAction, type SchedulerLike } from 'rxjs'

/** Numbers repeated names: `timer 1000#1`, `timer 1000#2`. */
export function createCallNames(counts: Readonly<Record<string, number>> = {}) {
  const numbers = new Map(Object.entries(counts))
  return {
    next(name: string): string {
      const number = (numbers.get(name) ?? 0) + 1
      numbers.set(name, number)
      return `${name}#${number}`
    },
    counts: (): Record<string, number> => Object.fromEntries(numbers),
    clear: () => numbers.clear(),
  }
}
export type CallNames = ReturnType<typeof createCallNames>

export type TaskKind = 'timer' | 'paint'
const nameOf = (kind: TaskKind, delay: number) => `${kind} ${delay}`

/** Runs tasks on `inner` and reports each one before it runs. */
export function recordingScheduler(
  kind: TaskKind,
  inner: SchedulerLike,
  { names, pending, onRun }: { names: CallNames; pending: Set<string>; onRun: (task: string) => void },
): SchedulerLike {
  return {
    now: () => inner.now(),
    schedule<T>(task: (this: SchedulerAction<T>, state?: T) => void, delay = 0, state?: T): Subscription {
      const name = names.next(nameOf(kind, delay))
      pending.add(name)
      const running = inner.schedule<T>(
        function run(this: SchedulerAction<T>, inState?: T) {
          onRun(name)
          task.call(this, inState)
        },
        delay,
        state,
      )
      running.add(() => pending.delete(name))
      return running
    },
  }
}

interface PendingTask {
  readonly run: () => void
}

/** Tasks that run when the recording says so. Time is not involved. */
export function createReplayTasks(names: CallNames, recordedPending: readonly string[]) {
  const pendingTasks = new Map<string, PendingTask>()
  const unmatched = new Set(recordedPending)

  /** After a keyframe, tasks scheduled at the start replace those pending at the keyframe. */
  function nameTask(name: string): string {
    const found = [...unmatched].find((task) => task.startsWith(`${name}#`))
    if (found === undefined) return names.next(name)
    unmatched.delete(found)
    return found
  }

  const scheduler = (kind: TaskKind): SchedulerLike => ({
    now: () => 0,
    schedule<T>(task: (this: SchedulerAction<T>, state?: T) => void, delay = 0, state?: T): Subscription {
      const name = nameTask(nameOf(kind, delay))
      const action = Object.assign(new Subscription(() => pendingTasks.delete(name)), {
        schedule(this: Subscription, next?: T): Subscription {
          pendingTasks.set(name, { run: () => run(next) })
          return this
        },
      })
      const run = (given: T | undefined) => {
        pendingTasks.delete(name)
        task.call(action, given)
      }
      return action.schedule(state)
    },
  })

  return {
    scheduler,
    /** Runs a recorded task. False if it is not scheduled. */
    run(name: string): boolean {
      const task = pendingTasks.get(name)
      task?.run()
      return task !== undefined
    },
    /** Runs all tasks that wait for a frame. */
    paint(): void {
      for (const [name, task] of pendingTasks) if (name.startsWith('paint')) task.run()
    },
  }
}
