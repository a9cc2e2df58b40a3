import type { Leadership } from './ports.ts'

/** The leadership of a process that has its database to itself. */
export function createSoleLeadership(since: number): Leadership {
  const token = 1
  return {
    state: () => ({ status: 'leader', token, since, otherHolder: null }),
    untilHeld: () => Promise.resolve(token),
    assertHeld: () => Promise.resolve(),
    depose: () => undefined,
    whenDeposed: new Promise(() => undefined),
    announce: () => undefined,
    release: () => Promise.resolve(),
  }
}
