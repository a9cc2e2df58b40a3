/** A part that is made when first asked for: the same promise for everybody, until making it fails. */
export function onDemand<T>(make: () => Promise<T>) {
  let made: Promise<T> | undefined
  return {
    get(this: void): Promise<T> {
      made ??= make().catch((error: unknown) => {
        made = undefined
        throw error
      })
      return made
    },
    /** Ends the part, if it was ever made. */
    end(this: void, stop: (part: T) => void): void {
      made?.then(stop, () => undefined)
      made = undefined
    },
  }
}
