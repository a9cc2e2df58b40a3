/** Creates a value on first use and shares its promise; after a failure the next call tries again. */
export function lazyOnce<T>(create: () => Promise<T>) {
  let created: Promise<T> | undefined
  return {
    get(this: void): Promise<T> {
      created ??= create().catch((error: unknown) => {
        created = undefined
        throw error
      })
      return created
    },
    /** Releases the value if it was created. */
    dispose(this: void, release: (value: T) => void): void {
      created?.then(release, () => undefined)
      created = undefined
    },
  }
}
