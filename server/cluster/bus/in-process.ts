import { NEVER } from 'rxjs'
import type { Bus } from './ports.ts'

/** The bus of a process that has its database to itself: there are no others to notify. */
export const createInProcessBus = (): Bus => ({
  isShared: false,
  publish: () => undefined,
  events$: NEVER,
  connected$: NEVER,
  state: () => ({ status: 'none', latencyMs: null, reconnects: 0 }),
  close: async () => undefined,
})
