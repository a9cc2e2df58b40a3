/** The started parts, to be stopped in reverse order. */
export interface Lifecycle {
  /** Registers how to stop a part. */
  add(name: string, stop: () => Promise<void> | void): void
  /** Stops all parts, newest first, each at most once. Returns the failures; a failing part does not prevent the others from stopping. */
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
