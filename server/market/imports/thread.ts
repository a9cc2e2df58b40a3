import type { Worker } from 'node:worker_threads'
import { startWorkerThread } from '#server/lib/worker-thread.ts'
import type { ImportTask } from './protocol.ts'

/** Starts a thread that reads one import, a month at a time, and ends. */
export const startImportThread = (task: ImportTask): Worker =>
  startWorkerThread({
    name: 'import',
    memoryMb: 256,
    caller: import.meta.url,
    compiled: './import-worker.js',
    data: task,
  })
