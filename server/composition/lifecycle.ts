/** What was started, to be stopped in the opposite order. */
export interface Lifecycle {
  /** Remembers how to stop something. */
  add(name: string, stop: () => Promise<void> | void): void
  /** Stops everything, newest first, each at most once; a part that fails does not keep the others from stopping. */
  stop(): Promise<readonly { readonly name: string; readonly error: unknown }[]>
}

export function createLifecycle(): Lifecycle {
  const parts: { readonly name: string; readonly stop: () => Promise<void> | void }[] = []
  return {
    add: (name, stop) => void parts.push({ name, stop }),
    stop: async () => {
      const failures: { readonly name: string; readonly error: unknown }[] = []
      for (let part = parts.pop(); part; part = parts.pop()) {
        try {
          await part.stop()
        } catch (error) {
          failures.push({ name: part.name, error })
        }
      }
      return failures
    },
  }
}
