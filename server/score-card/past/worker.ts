import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import * as z from 'zod/mini'
import { countMonth } from './count-month.ts'
import { monthTaskSchema, type MonthMessage } from './protocol.ts'

async function count(): Promise<MonthMessage> {
  try {
    const { pair, path } = z.parse(monthTaskSchema, workerData)
    return { kind: 'done', tallies: [...(await countMonth(pair, path))] }
  } catch (error) {
    return { kind: 'failed', reason: error instanceof Error ? error.message : 'unknown reason' }
  }
}

async function serve(port: MessagePort): Promise<void> {
  const send = (message: MonthMessage) => port.postMessage(message)
  send(await count())
}

if (!parentPort) throw new Error('This file runs as a worker thread only')
await serve(parentPort)
