import { importMessageSchema, type ImportMessage, type ImportOrder } from './protocol.ts'

/** What is used of a thread. */
export interface ImportThread {
  on(event: 'message', listener: (content: unknown) => void): unknown
  on(event: 'error', listener: (error: unknown) => void): unknown
  on(event: 'exit', listener: () => void): unknown
  postMessage(order: ImportOrder, transfer: []): void
  unref(): void
  terminate(): Promise<unknown>
}

export type Progress = Pick<Extract<ImportMessage, { kind: 'progress' }>, 'progress' | 'findings'>
/** How reading a file came to an end, or to a pause. */
export type Turn = Exclude<ImportMessage, { kind: 'progress' }> | { readonly kind: 'paused' | 'stopped' }

/** A file that a thread reads. */
export interface Reading {
  /** Goes on until it has ended, or is paused or stopped. */
  goOn(): Promise<Turn>
  pause(): void
  stop(): Promise<void>
}

const THREAD_ENDED = 'The server ran out of memory for it, or its thread ended. Import it again.'

export function readInThread(
  thread: ImportThread,
  { onProgress, report }: { onProgress: (progress: Progress) => void; report: (error: unknown) => void },
): Reading {
  let ended: Turn | undefined
  let resolveTurn: (turn: Turn) => void = () => undefined

  function end(turn: Turn): void {
    ended ??= turn
    resolveTurn(ended)
  }
  // The server must be able to end while a file is read.
  thread.unref()
  thread.on('message', (content) => {
    const message = importMessageSchema.parse(content)
    if (message.kind === 'progress') onProgress(message)
    else end(message)
  })
  thread.on('error', (error) => {
    report(error)
    end({ kind: 'failed', reason: THREAD_ENDED })
  })
  thread.on('exit', () => end({ kind: 'failed', reason: THREAD_ENDED }))

  return {
    goOn() {
      if (ended) return Promise.resolve(ended)
      const turn = new Promise<Turn>((resolve) => (resolveTurn = resolve))
      thread.postMessage('resume', [])
      return turn
    },
    pause() {
      thread.postMessage('pause', [])
      resolveTurn({ kind: 'paused' })
    },
    async stop() {
      end({ kind: 'stopped' })
      await thread.terminate()
    },
  }
}
