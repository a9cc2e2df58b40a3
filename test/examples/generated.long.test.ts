import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, afterEach, expect, it, type TestContext } from 'vitest'
import { fromJSONSchema } from 'zod/v4'
import * as z from 'zod/mini'
import * as SERVICE from '#contract/endpoints/service.ts'
import { makeCandleFolder, waveCandles, type CandleFolder } from '#test/support/data/candle-files.ts'
import { linearModel } from '#test/support/data/onnx-models.ts'
import { startComposition } from '#test/support/server/composition.ts'
import { ADMIN } from '#test/support/server/identity.ts'
import { runToEnd, UNREACHABLE } from '#test/support/server/production-install.ts'

const MINUTES = 20_000
const START_S = Date.parse('2026-01-05T00:00:00Z') / 1_000
const TIMEOUT_MS = 300_000

interface Answer {
  readonly route: string
  readonly status: number
  readonly body: string
}
/** The responses of the server that have a body in JSON. */
const answers: Answer[] = []
const recordAnswers = (message: unknown) => {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('onSend', async ({ method, routeOptions: { url = '' } }, reply, body) => {
    const isJson = String(reply.getHeader('content-type')).startsWith('application/json')
    if (isJson && typeof body === 'string') answers.push({ route: `${method} ${url}`, status: reply.statusCode, body })
  })
}

let candles: CandleFolder
let running: Awaited<ReturnType<typeof startComposition>>
let env: Record<string, string>
beforeAll(async () => {
  candles = await makeCandleFolder()
  const file = await candles.write('BTCUSD-1m.csv.gz', waveCandles(MINUTES, START_S))
  subscribe('fastify.initialization', recordAnswers)
  running = await startComposition({
    env: { PAIRBOT_MARKET: 'replay', PAIRBOT_REPLAY: file, PAIRBOT_REPLAY_SPEED: '600' },
  })
  unsubscribe('fastify.initialization', recordAnswers)
  env = {
    npm_config_fetch_retries: '0',
    PAIRBOT_ORIGIN: running.address,
    PAIRBOT_EMAIL: ADMIN.email,
    PAIRBOT_PASSWORD: ADMIN.password,
    PAIRBOT_MODEL: await candles.writeBytes('walk.onnx', linearModel()),
  }
}, 120_000)
afterAll(async () => {
  await running.stop()
  await candles.remove()
})

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pairbot-generated-'))
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
  answers.length = 0
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** What a program printed that succeeded. */
async function outputOf(file: string, args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runToEnd(file, args, { cwd: folder, env })
  expect([code, code === 0 ? '' : stdout + stderr]).toEqual([0, ''])
  return stdout
}

/** Generates a client as the README says with the block of commands that names the generator. */
async function generate(generator: string, skip: TestContext['skip']): Promise<void> {
  const blocks = (await readFile('examples/README.md', 'utf8')).matchAll(/^```sh\n([^`]*)^```$/gm)
  const commands = [...blocks].map(([, block = '']) => block).find((block) => block.includes(generator))
  const { code, stdout, stderr } = await runToEnd('sh', ['-ec', commands ?? 'exit 1'], { cwd: folder, env })
  if (code !== 0 && UNREACHABLE.test(stderr)) skip(`the registry did not give ${generator}`)
  expect([code, code === 0 ? '' : stdout + stderr]).toEqual([0, ''])
}

const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ responses: z.record(z.string(), z.unknown()) }))),
  components: z.object({ schemas: z.record(z.string(), z.record(z.string(), z.unknown())) }),
})
const responseSchema = z.object({
  content: z.object({ 'application/json': z.object({ schema: z.record(z.string(), z.unknown()) }) }),
})

/** The responses that do not fit the schema which the document has for them. */
async function unfit(): Promise<readonly unknown[]> {
  const given = [...answers]
  const text = (await running.app.inject(SERVICE.openApi.path)).body
  const { paths, components } = documentSchema.parse(JSON.parse(text.replaceAll('#/components/schemas/', '#/$defs/')))
  return given.flatMap(({ route, status, body }) => {
    const [method = '', url = ''] = route.split(' ')
    const operation = paths[url.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
    const { content } = responseSchema.parse(operation?.responses[status])
    const schema = fromJSONSchema({ ...content['application/json'].schema, $defs: components.schemas })
    const { error } = schema.safeParse(JSON.parse(body))
    return error ? [{ route, status, issue: error.issues[0] }] : []
  })
}

const MET = {
  user: ADMIN.email,
  candles: 100,
  backtest: { status: 'done', minutes: 1_440 },
  model: { name: expect.stringMatching(/^Walk in /), inputs: 1 },
  refused: false,
}

it(
  '[HT-75] a client generated in TypeScript passes the strict checks, and walks the server',
  { timeout: TIMEOUT_MS },
  async ({ skip }) => {
    await generate('swagger-typescript-api', skip)
    const generated = join(folder, 'pairbot.ts')
    // Generated code takes itself out of the type check.
    await writeFile(generated, (await readFile(generated, 'utf8')).replace('// @ts-nocheck', ''))
    await writeFile(join(folder, 'walk.ts'), await readFile('test/examples/generated/walk.ts'))
    const types = '--strict --noUncheckedIndexedAccess --types node --lib es2023,dom --skipLibCheck --noEmit'
    const modules = '--target es2023 --module esnext --moduleResolution bundler --allowImportingTsExtensions'
    await outputOf('node_modules/.bin/tsc', [...types.split(' '), ...modules.split(' '), 'walk.ts'])
    const met: unknown = JSON.parse(await outputOf('node_modules/.bin/tsx', ['walk.ts']))
    expect(met).toMatchObject(MET)
    expect(met).toMatchObject({ resumed: expect.toSatisfy((entries: number) => entries > 20) })
    expect(answers.length).toBeGreaterThan(10)
    expect(await unfit()).toEqual([])
  },
)

/** The first Python with what a generated client needs. */
async function findPython(): Promise<string | undefined> {
  for (const python of ['python3', '/usr/bin/python3']) {
    const { code } = await runToEnd('sh', ['-c', `${python} -c "import certifi, dateutil, six, urllib3"`])
    if (code === 0) return python
  }
  return undefined
}

it('[HT-75] a client generated in Python compiles, and walks the server', { timeout: TIMEOUT_MS }, async ({ skip }) => {
  const python = await findPython()
  if (python === undefined) return skip('no Python has certifi, dateutil, six and urllib3 (apt-get install python3-…)')
  if ((await runToEnd('sh', ['-c', 'java -version'])).code !== 0) return skip('there is no java')
  await generate('openapi-generator', skip)
  env['PYTHONPATH'] = join(folder, 'pairbot-python')
  await outputOf(python, ['-m', 'compileall', '-q', join(env['PYTHONPATH'], 'pairbot_client')])
  const met: unknown = JSON.parse(await outputOf(python, [resolve('test/examples/generated/walk.py')]))
  expect(met).toMatchObject(MET)
  expect(await unfit()).toEqual([])
})
