import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { modelListResponseSchema } from '#contract/models/model.ts'
import { uploadResponseSchema } from '#contract/models/upload.ts'
import * as MODELS from '#contract/endpoints/models.ts'
import { DEFAULT_BASES } from '#contract/paths.ts'
import { createDatabaseFiles } from '#test/support/server/database.ts'
import { formOf, uploadParts } from '#test/support/server/models.ts'
import { externalModel, linearModel } from '#test/support/data/onnx-models.ts'

const hasStrace = spawnSync('strace', ['-f', '--seccomp-bpf', 'true'], { stdio: 'ignore' }).status === 0

let folder: string
let target: string
/** Where a payload would call to. */
const home = createServer((socket) => {
  calls += 1
  socket.destroy()
})
let calls = 0
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pairbot-traced-'))
  target = join(folder, 'pwned')
  await mkdir(join(folder, 'data'))
  await createDatabaseFiles(join(folder, 'data'))
  home.listen(0, '127.0.0.1')
  await once(home, 'listening')
})
afterAll(async () => {
  home.close()
  await rm(folder, { recursive: true, force: true })
})

/** Starts the model service under a trace of what it executes, connects to and opens. */
async function startTraced() {
  const trace = join(folder, 'trace')
  const watched = 'trace=execve,execveat,connect,sendto,sendmsg,openat,open'
  const server = spawn(
    'strace',
    ['-f', '--seccomp-bpf', '-qq', '-s', '300', '-e', watched, '-o', trace, 'node', '--import', 'tsx'].concat(
      'test/support/server/upload-server.ts',
      join(folder, 'data'),
      'none',
    ),
    { stdio: ['ignore', 'pipe', 'inherit'], detached: true },
  )
  const ended = once(server, 'exit')
  const [address] = (await once(server.stdout, 'data')) as [Buffer]
  const lines = async () => (await readFile(trace, 'utf8')).split('\n')
  return {
    base: `${address.toString().trim()}${DEFAULT_BASES.tdp}`,
    lines,
    async stop() {
      process.kill(-server.pid!, 'SIGKILL')
      await ended
    },
  }
}

const latin = (text: string) => Buffer.from(text, 'latin1')
const short = (text: string) => `\x8c${String.fromCharCode(text.length)}${text}`
/** Files with side effects when loaded: create a file, or open a connection. */
function hostileFiles(): readonly (readonly [name: string, file: Uint8Array])[] {
  const command = `touch ${target}`
  const { port } = home.address() as AddressInfo
  const python = `import socket;socket.create_connection(('127.0.0.1',${port}))`
  const byGlobal = (module: string, name: string, argument: string) =>
    `\x80\x02c${module}\n${name}\nX${String.fromCharCode(argument.length)}\x00\x00\x00${argument}\x85R.`
  return [
    ['system.pkl', latin(byGlobal('posix', 'system', command))],
    ['exec.pkl', latin(byGlobal('builtins', 'exec', python))],
    ['popen.joblib', latin(byGlobal('subprocess', 'getoutput', command))],
    ['inst.pkl', latin(`(S'${command}'\nios\nsystem\n.`)],
    ['stack.pkl', latin(`\x80\x04${short('posix')}\x94${short('system')}\x94\x93${short(command)}\x85R.`)],
    // Cases that import scanners have missed: names from the memo, an unlisted module, a second pickle after the end.
    ['memo.pkl', latin(`\x80\x04${short('system')}\x940${short('posix')}h\x00\x93${short(command)}\x85R.`)],
    ['indirect.pkl', latin(byGlobal('timeit', 'timeit', `__import__('os').system('${command}')`))],
    ['behind.pkl', latin(`\x80\x04N.${byGlobal('posix', 'system', command)}`)],
    ['extension.pkl', latin(`\x80\x02\x82\x07${short(command)}\x85R.`)],
    [
      'array.joblib',
      latin(`\x80\x04cjoblib.numpy_pickle\nNumpyArrayWrapper\n\xff\xff\x00${byGlobal('posix', 'system', command)}`),
    ],
    ['external.onnx', externalModel()],
    ['remote.onnx', externalModel(`http://127.0.0.1:${port}/weights`)],
  ]
}

const headers = { authorization: 'Bearer x' }

describe.skipIf(!hasStrace)('files with side effects when loaded', { timeout: 120_000 }, () => {
  it('[ML-12] AB-16 are stored unchanged or refused; uploading, listing and activating them executes, calls and opens nothing', async () => {
    const server = await startTraced()
    try {
      // Whatever the thread needs to begin is opened for an honest file.
      await send(server.base, 'honest.onnx', linearModel())
      const begun = (await server.lines()).length
      const stored: string[] = []
      for (const [name, file] of hostileFiles()) {
        const reply = await send(server.base, name, file)
        if (!reply.ok) {
          expect([name, reply.status]).toEqual([name, name.endsWith('.onnx') ? 422 : 400])
          continue
        }
        const { id } = uploadResponseSchema.parse(await reply.json()).data
        stored.push(name)
        expect(new Uint8Array(await readFile(join(folder, 'data', 'models', 'files', id)))).toEqual(
          new Uint8Array(file),
        )
        for (const { path } of [MODELS.activate, MODELS.deactivate])
          expect((await ask(server.base, 'POST', path.replace(':id', id))).status).toBe(200)
        expect((await ask(server.base, 'GET', MODELS.model.path.replace(':id', id))).status).toBe(200)
      }
      const list = modelListResponseSchema.parse(await (await ask(server.base, 'GET', MODELS.list.path)).json())
      expect(list.data.map(({ file_name }) => file_name).toSorted()).toEqual([...stored, 'honest.onnx'].toSorted())
      expect(stored).toHaveLength(10)

      const during = (await server.lines()).slice(begun)
      expect(during.some((line) => line.includes('/models/incoming/'))).toBe(true)
      // The loader of the sources, which a server that is built does not have.
      const own = during.filter((line) => !/\/(esbuild|tsx-)/.test(line))
      expect(own.filter((line) => /\b(execve(at)?|connect|sendto|sendmsg)\(/.test(line))).toEqual([])
      expect(own.filter((line) => /\bopen(at)?\(.*(passwd|weights)/.test(line))).toEqual([])
      expect([existsSync(target), calls]).toEqual([false, 0])
    } finally {
      await server.stop()
    }
  })
})

const ask = (base: string, method: string, path: string) => fetch(`${base}${path}`, { method, headers })
function send(base: string, name: string, file: Uint8Array): Promise<Response> {
  const { payload, headers: kind } = formOf(uploadParts(file, name))
  return fetch(`${base}${MODELS.upload.path}`, {
    method: 'POST',
    headers: { ...headers, ...kind },
    body: new Uint8Array(payload),
  })
}
