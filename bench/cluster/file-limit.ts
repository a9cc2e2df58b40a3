import { readFileSync } from 'node:fs'

/** Files that a process has open besides its sockets. */
const OTHERS = 300

/** The most files that a process of this one may have open. Node raises its own limit to it. */
export function openFilesLimit(): number {
  const found = /Max open files\s+\S+\s+(\S+)/.exec(readFileSync('/proc/self/limits', 'utf8'))?.[1]
  return found === 'unlimited' ? Infinity : Number(found)
}

/** Throws, with what to do, if that is too few for one process with so many sockets. */
export function assertFilesSuffice(sockets: number, limit = openFilesLimit()): void {
  const needed = sockets + OTHERS
  if (limit >= needed) return
  throw new Error(
    `${sockets} sockets in one process need ${needed} open files, and the hard limit is ${limit}: ` +
      `raise it with "ulimit -Hn ${needed}" as root, or take fewer with --sockets`,
  )
}
