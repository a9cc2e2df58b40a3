import { readFileSync } from 'node:fs'
import type { Child } from '../../scripts/cluster/cluster.ts'

const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)

/** Signals a process and its children: those of PostgreSQL go on while only their parent is stopped. Linux. */
export function signalAll({ process: { pid } }: Child, signal: NodeJS.Signals): void {
  if (pid === undefined) throw new Error('The process was never started')
  // Stopped first, so that it has no further children.
  process.kill(pid, 'SIGSTOP')
  for (const child of childrenOf(pid)) {
    try {
      process.kill(child, signal)
    } catch (error) {
      // It has ended meanwhile.
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
    }
  }
  process.kill(pid, signal)
}
