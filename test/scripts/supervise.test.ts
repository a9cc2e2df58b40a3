import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it } from 'vitest'
import type { Child, ClusterServer } from '../../scripts/cluster/cluster.ts'
import { hasFailed, supervise } from '../../scripts/cluster/supervise.ts'

/** A program that ends as it is told. */
function run(how: string): Child {
  const program = spawn(process.execPath, ['-e', how], { stdio: 'ignore' })
  const ended = once(program, 'exit').then(() => undefined)
  return { name: how, process: program, output: () => '', hasEnded: () => false, ended, stop: async () => undefined }
}

/** A server whose processes are these, one after the other. */
function serverOf([first = '', ...later]: readonly string[], failsToStart = false): ClusterServer {
  let child = run(first)
  return {
    port: 1,
    get child() {
      return child
    },
    async restart() {
      child = run(later.shift() ?? '')
      if (failsToStart) throw new Error('not ready')
    },
  }
}

const FAILS = 'process.exitCode = 1'
const ENDS = ''
const IS_KILLED = "process.kill(process.pid, 'SIGKILL')"

it.each([
  ['that ends with an error is started again, until it ends as it should', [FAILS, FAILS, ENDS], [FAILS, FAILS, ENDS]],
  ['that is killed is gone', [FAILS, IS_KILLED, ENDS], [FAILS, IS_KILLED]],
])('[CL-1] a server %s', async (_, processes, expected) => {
  const ended: string[] = []
  await supervise(serverOf(processes), { isWanted: hasFailed, onEnd: ({ name }) => ended.push(name) })
  expect(ended).toEqual(expected)
})

it('[CL-1] a server that ends before it is ready is started again too', async () => {
  const started: string[] = []
  const server = serverOf([FAILS, FAILS, ENDS], true)
  await supervise(server, { isWanted: hasFailed, onRestart: ({ name }) => started.push(name) })
  expect(started).toEqual([FAILS, ENDS])
})

it('[CL-1] no server is started again while the cluster is stopped', async () => {
  let asked = 0
  const started: string[] = []
  const isWanted = () => (asked += 1) === 1
  await supervise(serverOf([FAILS, ENDS]), { isWanted, onRestart: ({ name }) => started.push(name) })
  expect(started).toEqual([])
})
