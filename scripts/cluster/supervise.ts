import { setTimeout as delay } from 'node:timers/promises'
import type { Child, ClusterServer } from './cluster.ts'

interface Supervision {
  /** Whether a process that has ended is to be started again. */
  readonly isWanted: (ended: Child) => boolean
  readonly waitMs?: number
  readonly onEnd?: (ended: Child) => void
  readonly onRestart?: (started: Child) => void
}

/** Whether it ended by itself with an error; one that was killed has no exit code. */
export const hasFailed = ({ process: { exitCode } }: Child): boolean => exitCode !== null && exitCode !== 0

/** Starts a server again when it has ended, as an init system does; resolves once it should not. */
export async function supervise(server: ClusterServer, supervision: Supervision): Promise<void> {
  const { isWanted, waitMs = 0, onEnd, onRestart } = supervision
  for (;;) {
    const { child } = server
    await child.ended
    onEnd?.(child)
    if (!isWanted(child)) return
    await delay(waitMs)
    if (!isWanted(child)) return
    // One that ends before it is ready has ended once more, and says why then.
    await server.restart().catch(() => undefined)
    onRestart?.(server.child)
  }
}
