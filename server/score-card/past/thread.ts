import type { Worker } from 'node:worker_threads'
import { startThread } from '#server/jobs/thread.ts'
import type { MonthTask } from './protocol.ts'

/** Starts a thread that counts one month and ends. */
export const startMonthThread = (task: MonthTask): Worker =>
  startThread({
    name: 'score-card',
    memoryMb: 512,
    caller: import.meta.url,
    compiled: './score-card-worker.js',
    data: task,
  })
