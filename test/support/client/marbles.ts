import { expect } from 'vitest'
import { TestScheduler, type RunHelpers } from 'rxjs/testing'

/** Runs a marble test: time is virtual, whole frames are compared. */
export function marbles(test: (helpers: RunHelpers) => void): void {
  new TestScheduler((actual, expected) => expect(actual).toEqual(expected)).run(test)
}
