import { addCounts, nameOf, type CaseTally } from '#server/outcomes/tally.ts'

/** The stored counts in memory, which every reader shares. */
export interface StoredTallies {
  /** Reads them from the database the first time. */
  read(): Promise<readonly CaseTally[]>
  /** Adds what was stored since. */
  add(this: void, added: readonly CaseTally[]): void
  /** They are read again. */
  forget(this: void): void
}

const keyOf = (tally: CaseTally): string => `${tally.pair} ${nameOf(tally)}`

export function createStoredTallies(load: () => Promise<readonly CaseTally[]>): StoredTallies {
  let known: Map<string, CaseTally> | undefined
  /** Changes while they are read. */
  let version = 0

  return {
    async read() {
      while (known === undefined) {
        const asked = version
        const loaded = await load()
        // What is added meanwhile may be among the loaded ones or not.
        if (asked === version) known = new Map(loaded.map((tally) => [keyOf(tally), tally]))
      }
      return [...known.values()]
    },
    add(added) {
      version += 1
      if (known === undefined) return
      for (const tally of added) {
        const present = known.get(keyOf(tally))
        if (present) addCounts(present, tally)
        else known.set(keyOf(tally), { ...tally })
      }
    },
    forget() {
      version += 1
      known = undefined
    },
  }
}
