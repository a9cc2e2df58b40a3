import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DirectoryBusy, lockDirectory } from '#server/database/directory-lock.ts'

interface Holder {
  readonly process: ChildProcessByStdio<Writable, Readable, null>
  /** `held`, or why not. */
  readonly outcome: Promise<string>
}

let directory: string
let started: Holder[] = []
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'pairbot-lock-'))
})
afterEach(async () => {
  for (const { process } of started) process.kill('SIGKILL')
  started = []
  await rm(directory, { recursive: true })
})

/** Takes the lock in a process of its own. */
function holder(patienceMs = 0, target = directory): Holder {
  const args = ['--import', 'tsx', 'test/support/server/lock-holder.ts', target, String(patienceMs)]
  const process = spawn('node', args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const outcome = once(process.stdout, 'data').then(([chunk]) => String(chunk).trim())
  const made = { process, outcome }
  started.push(made)
  return made
}

async function killed({ process }: Holder) {
  process.kill('SIGKILL')
  await once(process, 'exit')
}

describe('the lock on the data directory', () => {
  it('[DU-1] D1 BC-19 a second process is refused with one line that names the directory and the holder', async () => {
    const first = holder()
    expect(await first.outcome).toBe('held')
    const refusal = await holder().outcome

    expect(refusal).toMatch(
      new RegExp(
        `^The data directory ${directory} is in use by another Pairbot process \\(pid ${first.process.pid}, since [^)]+\\)\\. ` +
          'Stop it first, or set PAIRBOT_DATA_DIR to another directory\\.$',
      ),
    )
  })

  it('[DU-1] the same process cannot lock it twice', async () => {
    const lock = await lockDirectory(directory)
    await expect(lockDirectory(directory)).rejects.toThrow(DirectoryBusy)
    await lock.release()
    await (await lockDirectory(directory)).release()
  })

  it('[DU-2] BC-20 the lock of a process that was killed is taken over', async () => {
    const first = holder()
    expect(await first.outcome).toBe('held')
    await killed(first)

    expect(existsSync(join(directory, 'lock'))).toBe(true)
    expect(await holder().outcome).toBe('held')
    expect(existsSync(join(directory, 'lock.takeover'))).toBe(false)
  })

  it('[DU-2] including when it was killed during a take-over', async () => {
    const first = holder()
    await first.outcome
    await killed(first)
    const guard = join(directory, 'lock.takeover')
    writeFileSync(guard, '1')
    const longAgo = new Date(Date.now() - 60_000)
    utimesSync(guard, longAgo, longAgo)

    expect(await holder().outcome).toBe('held')
  })

  it.each([false, true])('[DU-3] of 8 concurrent starts exactly one wins (stale lock: %s)', async (stale) => {
    if (stale) {
      const dead = holder()
      await dead.outcome
      await killed(dead)
    }
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => holder().outcome))

    expect(outcomes.filter((outcome) => outcome === 'held')).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome.includes('is in use'))).toHaveLength(7)
  })

  it('[DU-4] a process that waits gets it when the holder releases it', async () => {
    const first = holder()
    await first.outcome
    const second = holder(10_000)
    first.process.stdin.write('let go\n')

    expect(await second.outcome).toBe('held')
  })

  it('[DU-5] works with a directory whose path is too long for a socket', async () => {
    const deep = join(directory, 'a'.repeat(60), 'b'.repeat(60))
    await mkdir(deep, { recursive: true })
    const first = holder(0, deep)
    expect(await first.outcome).toBe('held')
    expect(await holder(0, deep).outcome).toContain('is in use')
    await killed(first)
    expect(await holder(0, deep).outcome).toBe('held')
  })

  it('[DU-6] creates the directory for the owner only', async () => {
    const made = join(directory, 'new')
    const lock = await lockDirectory(made)
    expect(statSync(made).mode & 0o777).toBe(0o700)
    await lock.release()
  })
})
