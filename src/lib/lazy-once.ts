/** A part that is made when first asked for: the same promise for everybody, until making it fails. */
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
    /** Ends the part, if it was ever made. */
    dispose(this: void, release: (part: T) => void): void {
      created?.then(release, () => undefined)
      created = undefined
    },
  }
}
