import { turnstile } from './turnstile.ts'

/** Runs what has one name one after another, in the order it came; other names do not wait for it. */
export type InTurn = <T>(name: string, task: () => Promise<T>) => Promise<T>

/** A name is forgotten with the last task that has it. */
export function createTurns(): InTurn {
  const lines = new Map<string, { readonly turn: ReturnType<typeof turnstile>; tasks: number }>()
  return async (name, task) => {
    const line = lines.get(name) ?? { turn: turnstile(1), tasks: 0 }
    lines.set(name, line)
    line.tasks += 1
    try {
      return await line.turn(task)
    } finally {
      line.tasks -= 1
      if (line.tasks === 0) lines.delete(name)
    }
  }
}
