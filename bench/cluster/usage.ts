import { readFileSync } from 'node:fs'

/** What a process has used and holds. */
export interface Usage {
  readonly cpuMs: number
  readonly rssBytes: number
}

/** The clock of /proc, in hundredths of a second. */
const TICK_MS = 10

/** Reads /proc: Linux only. CPU is that of all threads, user and system. */
export function usageOf(pid: number | undefined): Usage {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const rss = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  return { cpuMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS, rssBytes: Number(rss?.[1]) * 1_024 }
}

/** A process, by the name under which it is printed. */
export type Named = readonly [name: string, pid: number | undefined]

/** Use of each process between the call and that of the result: the share of one core, and memory at the end. */
export function watchUsage(processes: readonly Named[]) {
  const startedAt = performance.now()
  const before = processes.map(([, pid]) => usageOf(pid))
  return () => {
    const ms = performance.now() - startedAt
    return processes.map(([name, pid], index) => {
      const { cpuMs, rssBytes } = usageOf(pid)
      const used = cpuMs - (before[index]?.cpuMs ?? Number.NaN)
      return { name, cpuMs: used, cores: used / ms, rssBytes, grownBytes: rssBytes - (before[index]?.rssBytes ?? 0) }
    })
  }
}
export type Used = ReturnType<ReturnType<typeof watchUsage>>[number]
