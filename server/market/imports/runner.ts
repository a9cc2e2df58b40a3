import { isPublished, publishImport } from '../library/publish.ts'
import { NO_FINDINGS } from '../library/findings.ts'
import { removeLeftovers, removeUnpublished } from '../library/unlisted.ts'
import { readInThread, type ImportThread, type Progress, type Reading, type Turn } from './reading.ts'
import type { ImportTask } from './protocol.ts'
import { isOpenImport, type ImportStore, type StoredImport } from './store.ts'

export interface ImportRunnerDeps {
  readonly store: ImportStore
  /** The library. */
  readonly folder: string
  readonly startThread: (task: ImportTask) => ImportThread
  /** Wall time, unix ms. */
  readonly now: () => number
  readonly report: (error: unknown) => void
}

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

export function createImportRunner({ store, folder, startThread, now, report }: ImportRunnerDeps): ImportRunner {
  /** Those that run, and those that were paused while they ran. */
  const readings = new Map<string, Reading>()
  const progresses = new Map<string, Progress>()
  let publishing: string | undefined
  let working: Promise<void> | undefined
  let starting: Promise<void> | undefined
  let isAsked = false
  const stopping = new AbortController()
  const isStopped = () => stopping.signal.aborted

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
    readings.delete(id)
    progresses.delete(id)
    await change(id, { ...part, finished_at: now() })
    await store.removeContent(id)
    if (part.status !== 'done') await removeUnpublished(folder, id)
  }

  function open({ id, file: name, source, allows_gaps: allowsGaps }: StoredImport): Reading {
    const thread = startThread({ folder, path: store.content(id), name, source, id, now: now(), allowsGaps })
    const reading = readInThread(thread, { onProgress: (progress) => progresses.set(id, progress), report })
    readings.set(id, reading)
    return reading
  }

  /** Lists what was read. The report is stored first: after a crash in between, the next start finds both. */
  async function publish(
    id: string,
    { staged, findings, report: result }: Extract<Turn, { kind: 'staged' }>,
  ): Promise<void> {
    publishing = id
    try {
      await change(id, { progress: 1, findings, report: result })
      if (staged && !(await publishImport(folder, staged))) {
        // Another import has changed the same months meanwhile.
        readings.delete(id)
        progresses.delete(id)
        await change(id, { ...FRESH, status: 'queued' })
        return
      }
      await end(id, { status: 'done' })
    } finally {
      publishing = undefined
    }
  }

  async function run(stored: StoredImport): Promise<void> {
    const { id } = stored
    const reading = readings.get(id) ?? open(stored)
    const turn = reading.goOn()
    await change(id, { status: 'running' })
    const ended = await turn
    // Paused or cancelled while its status was stored: a paused one ends when it is resumed.
    if (isStopped() || store.find(id)?.status !== 'running') return
    if (ended.kind === 'staged') await publish(id, ended)
    else if (ended.kind === 'failed') await end(id, { ...progresses.get(id), status: 'failed', reason: ended.reason })
  }

  const next = (): StoredImport | undefined =>
    isStopped() ? undefined : store.list().findLast(({ status }) => status === 'queued')

  async function work(): Promise<void> {
    try {
      while (isAsked && !isStopped()) {
        isAsked = false
        for (let stored = next(); stored; stored = next()) await run(stored)
      }
    } catch (error) {
      // The waiting ones are looked for again with the next upload, or at the next start.
      report(error)
    } finally {
      working = undefined
    }
  }

  function wake(): void {
    isAsked = true
    // Not at once: work that finds nothing would end before it is noted here.
    working ??= Promise.resolve().then(work)
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
    wake()
  }

  return {
    wake,
    start() {
      starting = takeUp()
      return starting
    },
    withProgress: (stored) => (isOpenImport(stored) ? { ...stored, ...progresses.get(stored.id) } : stored),
    async pause(id) {
      const stored = findOpen(id)
      if (!stored || stored.status === 'paused') return stored !== undefined
      const saved = change(id, { status: 'paused' })
      readings.get(id)?.pause()
      await saved
      return true
    },
    async resume(id) {
      const stored = findOpen(id)
      if (stored?.status !== 'paused') return stored !== undefined
      await change(id, { status: 'queued' })
      wake()
      return true
    },
    async cancel(id) {
      if (!findOpen(id)) return false
      const progress = progresses.get(id)
      const reading = readings.get(id)
      readings.delete(id)
      const saved = change(id, { ...progress, status: 'cancelled' })
      await reading?.stop()
      await saved
      await end(id, { status: 'cancelled' })
      return true
    },
    async stop() {
      stopping.abort()
      await Promise.all([...readings.values()].map((reading) => reading.stop()))
      await Promise.allSettled([starting])
      await working
    },
  }
}
