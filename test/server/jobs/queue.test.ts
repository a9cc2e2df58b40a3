import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { jobMessageSchema, type JobEnding, type JobMessage } from '#server/jobs/protocol.ts'
import { createJobQueue } from '#server/jobs/queue.ts'
import type { JobThread } from '#server/jobs/thread.ts'
import { fakeThreads } from '#test/support/server/job-threads.ts'

interface TestJob {
  readonly id: string
}
type Started = (thread: JobThread) => JobThread

/** A queue of jobs that wait in memory, in the hand of a test. */
function testQueue({
  keepsPaused = false,
  started = (thread) => thread,
}: { keepsPaused?: boolean; started?: Started } = {}) {
  const threads = fakeThreads<string, JobMessage<number, string>>()
  const waiting: TestJob[] = []
  const endings: [string, JobEnding<string> | undefined][] = []
  const report = vi.fn<(error: unknown) => void>()
  const look = vi.fn(async (): Promise<TestJob | undefined> => waiting.shift())
  const queue = createJobQueue({
    next: look,
    async run({ id }: TestJob, { inThread }) {
      endings.push([id, await inThread(id)])
    },
    startThread: (task: string) => started(threads.start(task)),
    messages: jobMessageSchema(z.number(), z.string()),
    keepsPaused,
    threadEnded: 'lost',
    report,
  })
  const add = (...ids: string[]) => {
    waiting.push(...ids.map((id) => ({ id })))
    queue.wake()
  }
  const running = (count: number) => vi.waitFor(() => expect(threads.started).toHaveLength(count))
  return { queue, threads: threads.started, endings, report, look, add, running }
}

const done = (result: string) => ({ kind: 'done', result }) as const

describe('the queue of jobs', () => {
  it('starts the next thread once the one before has ended, so that the memory is that of one', async () => {
    const ends: (() => void)[] = []
    const { queue, threads, add, running } = testQueue({
      started: (thread) => ({
        on: thread.on.bind(thread),
        unref() {},
        postMessage() {},
        terminate: () => new Promise<void>((resolve) => ends.push(resolve)),
      }),
    })
    add('first', 'second')
    await running(1)
    threads[0]?.send(done('a'))
    await vi.waitFor(() => expect(ends).toHaveLength(1))
    expect(threads).toHaveLength(1)
    ends[0]?.()
    await running(2)
    threads[1]?.send(done('b'))
    await vi.waitFor(() => expect(ends).toHaveLength(2))
    ends[1]?.()
    await queue.settled()
  })

  it('is settled when all that wait have run, however they ended', async () => {
    const { queue, threads, endings, report, add, running } = testQueue()
    add('done', 'failed', 'lost')
    await running(1)
    threads[0]?.send(done('a'))
    await running(2)
    threads[1]?.send({ kind: 'failed', reason: 'too short' })
    await running(3)
    threads[2]?.crash()
    await queue.settled()
    expect(endings).toEqual([
      ['done', done('a')],
      ['failed', { kind: 'failed', reason: 'too short' }],
      ['lost', { kind: 'failed', reason: 'lost' }],
    ])
    expect(report).not.toHaveBeenCalled()
  })

  it('looks again at the next wake after a failure to look', async () => {
    const { queue, threads, look, report, add, running } = testQueue()
    look.mockRejectedValueOnce(new Error('no database'))
    add('job')
    await queue.settled()
    expect(report.mock.calls).toEqual([[new Error('no database')]])
    queue.wake()
    await running(1)
    threads[0]?.send(done('a'))
    await queue.settled()
  })

  it('looks once more if it is woken while it looks', async () => {
    const { queue, threads, endings, look, add, running } = testQueue()
    look.mockImplementationOnce(async () => {
      add('job')
      return undefined
    })
    queue.wake()
    await running(1)
    threads[0]?.send(done('a'))
    await queue.settled()
    expect(endings).toEqual([['job', done('a')]])
  })

  it('stops running and paused threads without an ending, and starts no other', async () => {
    const { queue, threads, endings, add, running } = testQueue({ keepsPaused: true })
    add('paused', 'running', 'waiting')
    await running(1)
    queue.pause('paused')
    await running(2)
    await queue.stop()
    queue.wake()
    await queue.settled()
    expect(threads.map((thread) => thread.isTerminated())).toEqual([true, true])
    expect(endings).toEqual([
      ['paused', undefined],
      ['running', undefined],
    ])
  })

  it('keeps the progress of a paused job, and forgets that of others', async () => {
    const { queue, threads, add, running } = testQueue()
    add('paused', 'dropped', 'last')
    await running(1)
    threads[0]?.send({ kind: 'progress', progress: 0.5 })
    queue.pause('paused')
    await running(2)
    threads[1]?.send({ kind: 'progress', progress: 0.7 })
    expect(['paused', 'dropped', 'last'].map((id) => queue.progress(id))).toEqual([0.5, 0.7, undefined])
    await queue.drop('dropped')
    await queue.drop('paused')
    await running(3)
    expect(['paused', 'dropped', 'last'].map((id) => queue.progress(id))).toEqual([undefined, undefined, undefined])
    await queue.stop()
  })
})
