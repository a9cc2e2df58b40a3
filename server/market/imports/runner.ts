import { createJobQueue, type Turn } from '#server/jobs/queue.ts'
import { startThread, type JobThread } from '#server/jobs/thread.ts'
import { isPublished, publishImport } from '../library/publish.ts'
import { NO_FINDINGS } from '../library/findings.ts'
import { importMessageSchema, type ImportTask, type ReadImport } from './protocol.ts'
import { isOpenImport, type ImportStore, type StoredImport } from './store.ts'
import { removeLeftovers, removeUnpublished } from '#server/market/library/library.ts'

export interface ImportRunnerDeps {
  readonly store: ImportStore
  /** The library. */
  readonly folder: string
  readonly startThread: (task: ImportTask) => JobThread
  /** Wall time, unix ms. */
  readonly now: () => number
  readonly report: (error: unknown) => void
}

/** Starts a thread that reads one import, a month at a time, and ends. */
export const startImportThread = (task: ImportTask): JobThread =>
  startThread({
    name: 'import',
    memoryMb: 256,
    caller: import.meta.url,
    compiled: './import-worker.js',
    data: task,
  })

/** Runs imports one after the other in a thread, the oldest first. */
export interface ImportRunner {
  /** Takes up what an earlier process did not finish. */
  start(): Promise<void>
  /** Looks for waiting ones; call it after an upload. */
  wake(): void
  /** With the progress of one that runs. */
  readonly withProgress: (stored: StoredImport) => StoredImport
  /** False if it has ended, or is just about to. */
  readonly pause: (id: string) => Promise<boolean>
  readonly resume: (id: string) => Promise<boolean>
  readonly cancel: (id: string) => Promise<boolean>
  /** Ends the threads; what they were doing is taken up again at the next start. */
  stop(): Promise<void>
}

const FRESH = { progress: 0, findings: NO_FINDINGS, report: null, reason: null, finished_at: null } as const

export function createImportRunner({ store, folder, startThread: start, now, report }: ImportRunnerDeps): ImportRunner {
  const queue = createJobQueue({
    next: async () => store.list().findLast(({ status }) => status === 'queued'),
    run,
    startThread: start,
    messages: importMessageSchema,
    keepsPaused: true,
    threadEnded: 'The server ran out of memory for it, or its thread ended. Import it again.',
    report,
  })
  let publishing: string | undefined
  let starting: Promise<void> | undefined

  const change = (id: string, part: Partial<StoredImport>): Promise<void> => {
    const stored = store.find(id)
    return stored ? store.save({ ...stored, ...part }) : Promise.resolve()
  }
  /** One that can be paused or cancelled. */
  const findOpen = (id: string): StoredImport | undefined => {
    const stored = store.find(id)
    return stored && isOpenImport(stored) && publishing !== id ? stored : undefined
  }

  async function end(id: string, part: Partial<StoredImport>): Promise<void> {
    await change(id, { ...part, finished_at: now() })
    await store.removeContent(id)
    if (part.status !== 'done') await removeUnpublished(folder, id)
  }

  /** Lists what was read. The report is stored first: after a crash in between, the next start finds both. */
  async function publish(id: string, { staged, findings, report: result }: ReadImport): Promise<void> {
    publishing = id
    try {
      await change(id, { progress: 1, findings, report: result })
      // Unless another import has changed the same months meanwhile.
      if (!staged || (await publishImport(folder, staged))) await end(id, { status: 'done' })
      else await change(id, { ...FRESH, status: 'queued' })
    } finally {
      publishing = undefined
    }
  }

  async function run({ id }: StoredImport, { inThread }: Turn<ImportTask, ReadImport>): Promise<void> {
    const stored = store.find(id)
    // Paused or cancelled just now.
    if (stored?.status !== 'queued') return
    const { file: name, source, allows_gaps: allowsGaps } = stored
    const task = { folder, path: store.content(id), name, source, id, now: now(), allowsGaps }
    const [ended] = await Promise.all([inThread(task), change(id, { status: 'running' })])
    // Paused or cancelled while its status was stored: a paused one ends when it is resumed.
    if (!ended || store.find(id)?.status !== 'running') return
    if (ended.kind === 'done') await publish(id, ended.result)
    else await end(id, { ...queue.progress(id), status: 'failed', reason: ended.reason })
  }

  async function takeUp(): Promise<void> {
    for (const { id, status } of store.list().filter(isOpenImport)) {
      if (status === 'running' && (await isPublished(folder, id))) await end(id, { status: 'done' })
      else {
        await removeUnpublished(folder, id)
        await change(id, { ...FRESH, status: status === 'paused' ? 'paused' : 'queued' })
      }
    }
    await removeLeftovers(folder, now())
    queue.wake()
  }

  return {
    wake: queue.wake,
    start() {
      starting = takeUp()
      return starting
    },
    withProgress: (stored) => (isOpenImport(stored) ? { ...stored, ...queue.progress(stored.id) } : stored),
    async pause(id) {
      const stored = findOpen(id)
      if (!stored || stored.status === 'paused') return stored !== undefined
      const saved = change(id, { status: 'paused' })
      queue.pause(id)
      await saved
      return true
    },
    async resume(id) {
      const stored = findOpen(id)
      if (stored?.status !== 'paused') return stored !== undefined
      await change(id, { status: 'queued' })
      queue.wake()
      return true
    },
    async cancel(id) {
      if (!findOpen(id)) return false
      const saved = change(id, { ...queue.progress(id), status: 'cancelled' })
      await queue.drop(id)
      await saved
      await end(id, { status: 'cancelled' })
      return true
    },
    async stop() {
      await queue.stop()
      await Promise.allSettled([starting])
    },
  }
}
