import type { JobEnding, JobMessageSchema } from './protocol.ts'
import type { JobThread } from './thread.ts'

/** A job's turn to run. */
export interface Turn<Task, Result> {
  /** Aborted once the job is paused or dropped, or the queue stops. */
  readonly signal: AbortSignal
  /** Starts the job's thread, or resumes the one it was paused in. Resolves to undefined if the turn is aborted. */
  readonly inThread: (task: Task) => Promise<JobEnding<Result> | undefined>
}

export interface JobQueueOptions<Job, Task, Progress, Result> {
  /** The job to run next; undefined if none waits. */
  readonly next: () => Promise<Job | undefined>
  /** Runs a job and stores how it ended, so that it is not the next one again. */
  readonly run: (job: Job, turn: Turn<Task, Result>) => Promise<void>
  readonly startThread: (task: Task) => JobThread
  readonly messages: JobMessageSchema<Progress, Result>
  /** Whether the thread of a paused job waits; otherwise it ends, and the job starts over. */
  readonly keepsPaused?: boolean
  /** Until the thread sends any. */
  readonly initialProgress?: Progress
  /** Why a job failed whose thread ended without a word, for the user. */
  readonly threadEnded: string
  readonly report: (error: unknown) => void
}

/** Jobs that run one after the other, each in a thread of its own. What waits is up to the caller, who stores it. */
export interface JobQueue<Progress> {
  /** Looks for waiting jobs. Call it at the start, and after each addition. */
  readonly wake: () => void
  /** Of a job that runs, or was paused since the start. */
  readonly progress: (id: string) => Progress | undefined
  /** Lets the next job run. */
  readonly pause: (id: string) => void
  /** Ends the thread of a job that was cancelled or deleted; resolves when it has ended. */
  readonly drop: (id: string) => Promise<void>
  /** Resolves when nothing runs or waits. */
  readonly settled: () => Promise<void>
  /** Ends all threads. Unfinished jobs are to be taken up at the next start. */
  readonly stop: () => Promise<void>
}

interface Entry<Progress, Result> {
  progress: Progress | undefined
  isPaused: boolean
  turn: AbortController
  thread?: JobThread
  ending?: JobEnding<Result>
  settle?: (ending: JobEnding<Result> | undefined) => void
}

export function createJobQueue<Job extends { readonly id: string }, Task, Progress, Result>(
  options: JobQueueOptions<Job, Task, Progress, Result>,
): JobQueue<Progress> {
  const { next, startThread, messages, keepsPaused = false, initialProgress, threadEnded, report } = options
  /** The one that runs, and those that were paused while they ran. */
  const entries = new Map<string, Entry<Progress, Result>>()
  let working: Promise<void> | undefined
  let isAsked = false
  const stopping = new AbortController()
  const isStopped = () => stopping.signal.aborted

  function openThread(entry: Entry<Progress, Result>, task: Task): JobThread {
    const thread = startThread(task)
    const end = (ending: JobEnding<Result>) => {
      entry.ending ??= ending
      entry.settle?.(entry.turn.signal.aborted ? undefined : entry.ending)
    }
    // The server must be able to end while a job runs.
    thread.unref()
    thread.on('message', (content) => {
      const message = messages.parse(content)
      if (message.kind === 'progress') entry.progress = message.progress
      else end(message)
    })
    thread.on('error', (error) => {
      report(error)
      end({ kind: 'failed', reason: threadEnded })
    })
    thread.on('exit', () => end({ kind: 'failed', reason: threadEnded }))
    return thread
  }

  async function inThread(entry: Entry<Progress, Result>, task: Task): Promise<JobEnding<Result> | undefined> {
    if (entry.turn.signal.aborted) return undefined
    if (entry.ending) return entry.ending
    entry.thread ??= openThread(entry, task)
    const ended = new Promise<JobEnding<Result> | undefined>((resolve) => (entry.settle = resolve))
    if (keepsPaused) entry.thread.postMessage('resume', [])
    return ended
  }

  /** The thread ends at once; its job's turn is over when it has. */
  async function leave({ turn, thread, settle }: Entry<Progress, Result>): Promise<void> {
    turn.abort()
    await thread?.terminate()
    settle?.(undefined)
  }

  async function run(job: Job): Promise<void> {
    const turn = new AbortController()
    const held = keepsPaused ? entries.get(job.id) : undefined
    const entry: Entry<Progress, Result> = Object.assign(held ?? { progress: initialProgress }, {
      turn,
      isPaused: false,
    })
    entries.set(job.id, entry)
    try {
      await options.run(job, { signal: turn.signal, inThread: (task) => inThread(entry, task) })
    } finally {
      if (!entry.isPaused) {
        if (entries.get(job.id) === entry) entries.delete(job.id)
        await entry.thread?.terminate()
      }
    }
  }

  async function work(): Promise<void> {
    try {
      while (isAsked && !isStopped()) {
        isAsked = false
        for (let job = await next(); job && !isStopped(); job = await next()) await run(job)
      }
    } catch (error) {
      // The waiting ones are looked for again with the next addition, or at the next start.
      report(error)
    } finally {
      working = undefined
    }
  }

  return {
    wake() {
      isAsked = true
      // Not at once: work that finds nothing would end before it is noted here.
      working ??= Promise.resolve().then(work)
    },
    progress: (id) => entries.get(id)?.progress,
    pause(id) {
      const entry = entries.get(id)
      if (!entry || entry.isPaused) return
      entry.isPaused = true
      if (!keepsPaused) {
        leave(entry).catch(report)
        return
      }
      entry.turn.abort()
      entry.thread?.postMessage('pause', [])
      entry.settle?.(undefined)
    },
    async drop(id) {
      const entry = entries.get(id)
      entries.delete(id)
      if (entry) await leave(entry)
    },
    async settled() {
      for (let current = working; current; current = working) await current
    },
    async stop() {
      stopping.abort()
      await Promise.all([...entries.values()].map(leave))
      await working
    },
  }
}
