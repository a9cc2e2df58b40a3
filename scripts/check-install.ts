// Installs what a server needs (npm ci --omit=dev) beside a copy of the build, and starts that on every Node of package.json's
// engines: the oldest of each, with `--newest` also the newest. Exits 0 if all is well, 1 if not, and 2 if the registry cannot be
// reached: then not all was checked.
import { spawnSync } from 'node:child_process'
import { cpSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod/mini'
import * as MODELS from '#contract/endpoints/models.ts'
import * as SERVICE from '#contract/endpoints/service.ts'
import { modelForm } from '#test/support/data/model-form.ts'
import { at, callsTo } from '#test/support/server/admin-calls.ts'
import { UNREACHABLE } from '#test/support/server/production-install.ts'
import { makeEmptyDir, removeDataDir, startServer, type RunningServer } from '#test/support/server/server.ts'

const NOT_CHECKED = 2
const MAX_MB = 150
const NEEDED = [
  'package.json',
  'package-lock.json',
  '.npmrc',
  'dist',
  'scripts/ensure-build.mjs',
  'server/database/migrations',
]
/** Warnings about the settings of who runs this. */
const NOT_OURS = /^npm warn (Unknown (user|env|cli|builtin|global) config|config)/

/** Without what npm hands to the scripts that it runs, which is about their own folder. */
const ENVIRONMENT = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name)))

/** Runs npm in a folder; it gets five minutes. */
function npm(folder: string, args: readonly string[]) {
  const { stdout, stderr, status, error } = spawnSync('npm', args, {
    cwd: folder,
    encoding: 'utf8',
    env: ENVIRONMENT,
    timeout: 300_000,
  })
  return { stdout: stdout.trim(), output: `${stdout}${stderr}${error?.message ?? ''}`.trim(), ok: status === 0 }
}

const sizeOf = (path: string): number => {
  const stat = lstatSync(path)
  if (!stat.isDirectory()) return stat.size
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
}

function wasmFiles(path: string): string[] {
  return readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.wasm'))
}

class NotChecked extends Error {}

/** Installs in a folder, and returns what is wrong with it. */
function install(folder: string): string[] {
  for (const path of NEEDED) cpSync(path, join(folder, path), { recursive: true })
  const { output, ok } = npm(folder, ['ci', '--omit=dev'])
  if (!ok && UNREACHABLE.test(output)) throw new NotChecked('npm ci --omit=dev did not get its packages')
  if (!ok) return [output]
  const warnings = output.split('\n').filter((line) => line.startsWith('npm warn') && !NOT_OURS.test(line))
  const packages = join(folder, 'node_modules')
  const megabytes = sizeOf(packages) / 1e6
  console.log(`npm ci --omit=dev: ${megabytes.toFixed(0)} MB, and the build ${(sizeOf('dist') / 1e6).toFixed(0)} MB`)
  const runtimes = wasmFiles(packages).filter((name) => name.includes('onnxruntime'))
  return [
    ...warnings,
    ...(megabytes > MAX_MB ? [`more than ${MAX_MB} MB were installed`] : []),
    ...runtimes.map((name) => `${name} was installed beside the one in the build`),
  ]
}

/** The executable of a version of Node, from the registry's own package. */
function nodeOf(folder: string, version: string): string {
  const { stdout, output, ok } = npm(folder, [
    'exec',
    '--yes',
    `--package=node@${version}`,
    '--',
    'node',
    '-p',
    'process.execPath',
  ])
  if (!ok) throw new NotChecked(`Node ${version} could not be installed: ${output.split('\n')[0] ?? ''}`)
  return stdout
}

/** Reads a page, signs in, and activates a model, which loads its runtime; rejects with the first answer that is not one of success. */
async function use(server: RunningServer): Promise<void> {
  for (const path of ['/', SERVICE.docs.path]) {
    const { ok, status } = await fetch(`${server.origin}${path}`)
    if (!ok) throw new Error(`${path} was answered with ${status}`)
  }
  const call = await callsTo(server)
  const id = String(at(await call('tdp', 'POST', MODELS.upload.path, modelForm('linear')), 'data', 'id'))
  await call('tdp', 'POST', MODELS.activate.path.replace(':id', id))
}

/** Starts the server on a version of Node and uses it; resolves to what is wrong. */
async function tryOn(folder: string, version: string): Promise<string[]> {
  const node = nodeOf(folder, version)
  const found = spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout.trim()
  const dataDir = await makeEmptyDir()
  try {
    const server = await startServer({ dataDir, folder, node })
    const failure = await use(server).then(
      () => undefined,
      (error: unknown) => String(error),
    )
    const code = await server.stop()
    const env = { ...ENVIRONMENT, PAIRBOT_DATA_DIR: dataDir }
    const verified = spawnSync(node, ['dist/server/cli.js', 'audit:verify'], { cwd: folder, encoding: 'utf8', env })
    console.log(
      `${found}: ready after ${(server.readyMs / 1000).toFixed(1)} s${failure ? '' : ', signed in, model activated'}`,
    )
    return [
      ...(failure ? [`${found}: ${failure}`] : []),
      ...(verified.status === 0 ? [] : [`${found}: pairbot audit:verify: ${verified.stderr}`]),
      ...(code === 0 ? [] : [`${found}: the server ended with ${code}`]),
      ...(/warning/i.test(server.output()) ? [`${found}: ${server.output()}`] : []),
    ]
  } finally {
    await removeDataDir(dataDir)
  }
}

const { engines } = z.parse(
  z.object({ engines: z.object({ node: z.string() }) }),
  JSON.parse(readFileSync('package.json', 'utf8')),
)
const oldest = engines.node.split('||').map((range) => range.trim().replace(/^\^/, ''))
const newest = process.argv.includes('--newest') ? oldest.map((version) => version.split('.')[0] ?? version) : []

async function check(folder: string): Promise<string[]> {
  const wrong = install(folder)
  if (wrong.length > 0) return wrong
  for (const version of [...oldest, ...newest]) wrong.push(...(await tryOn(folder, version)))
  return wrong
}

const folder = mkdtempSync(join(tmpdir(), 'pairbot-install-'))
try {
  const wrong = await check(folder)
  for (const line of wrong) console.error(line)
  process.exitCode = wrong.length > 0 ? 1 : 0
} catch (error) {
  if (!(error instanceof NotChecked)) throw error
  console.error(`NOT CHECKED, the registry did not answer: ${error.message}`)
  process.exitCode = NOT_CHECKED
} finally {
  rmSync(folder, { recursive: true, force: true })
}
