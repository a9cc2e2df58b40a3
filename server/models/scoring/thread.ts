import type { Worker } from 'node:worker_threads'
import { MODEL_LIMITS } from '#contract/limits.ts'
import { startThread } from '#server/jobs/thread.ts'

/**
 * Starts a thread for reading and running models. Its memory is limited, including that of the runtime. `file` is a compiled
 * worker to run instead of the one beside this module.
 */
export const startModelThread = (memoryBytes: number = MODEL_LIMITS.memoryBytes, file?: URL): Worker =>
  startThread({
    name: 'models',
    memoryMb: Math.ceil(memoryBytes / 1_048_576),
    caller: import.meta.url,
    compiled: file ?? './model-worker.js',
    data: { memoryBytes },
  })
