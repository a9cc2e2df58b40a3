import { once } from 'node:events'
import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import * as z from 'zod/mini'
import { stageImport } from '../library/stage.ts'
import { importOrderSchema, importTaskSchema, type ImportMessage, type ImportOrder } from './protocol.ts'

/** How often progress is sent. */
const EVERY_MS = 200

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'Its file is lost: upload it again.',
  ENOSPC: 'The disk of the server is full.',
  EDQUOT: 'The disk of the server is full.',
}

/** What went wrong, for the user. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'It failed for an unknown reason.'
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return REASONS[code] ?? error.message
}

async function serve(port: MessagePort): Promise<void> {
  const send = (message: ImportMessage) => port.postMessage(message)
  let order: ImportOrder = 'resume'
  const isPaused = () => order === 'pause'
  let sentAt = 0
  const latest: { message?: ImportMessage } = {}
  port.on('message', (content) => {
    order = z.parse(importOrderSchema, content)
  })
  try {
    const staged = await stageImport({
      ...z.parse(importTaskSchema, workerData),
      onProgress(progress, findings) {
        const now = performance.now()
        latest.message = { kind: 'progress', progress, findings }
        if (now - sentAt < EVERY_MS && !isPaused()) return
        sentAt = now
        send(latest.message)
      },
      async whenDue() {
        while (isPaused()) await once(port, 'message')
      },
    })
    send({ kind: 'staged', ...staged })
  } catch (error) {
    if (latest.message) send(latest.message)
    send({ kind: 'failed', reason: reasonOf(error) })
  } finally {
    port.close()
  }
}

if (!parentPort) throw new Error('This file runs as a worker thread only')
await serve(parentPort)
