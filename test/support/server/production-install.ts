import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod/mini'
import { cleanEnvironment } from './server.ts'

const lockSchema = z.object({ packages: z.record(z.string(), z.object({ dev: z.optional(z.boolean()) })) })

/** What the documentation names for a server, and the packages that `npm ci --omit=dev` would install. */
function needed(): readonly string[] {
  const { packages } = z.parse(lockSchema, JSON.parse(readFileSync('package-lock.json', 'utf8')))
  const folders = Object.entries(packages).flatMap(([path, { dev }]) =>
    /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path) && dev !== true ? [path] : [],
  )
  return ['package.json', 'dist', 'scripts', 'server/database/migrations', ...folders]
}

/** What npm says if the registry did not answer. */
export const UNREACHABLE = /ENOTFOUND|ECONNREFUSED|ETIMEDOUT|EAI_AGAIN|ECONNRESET|ENETUNREACH|E403|E50\d/

/** How a program ended, and what it printed. */
export interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs a program to its end, whatever its exit code. */
export async function runToEnd(
  file: string,
  args: readonly string[],
  options: { readonly cwd?: string; readonly env?: Record<string, string>; readonly input?: string } = {},
): Promise<Ended> {
  const { cwd, env, input } = options
  const running = promisify(execFile)(file, [...args], { cwd, env: { ...cleanEnvironment(), ...env } })
  running.child.stdin?.end(input)
  const failed = z.object({ code: z.number(), stdout: z.string(), stderr: z.string() })
  return running.then(
    (ended) => ({ code: 0, ...ended }),
    (error: unknown) => z.parse(failed, error),
  )
}

/** `pairbot` of the build here. */
export const pairbot = (args: readonly string[], env: Record<string, string>, input?: string): Promise<Ended> =>
  runToEnd(process.execPath, ['dist/server/cli.js', ...args], { env, ...(input !== undefined && { input }) })

/** A folder with what a server needs, without sources, compiler and development packages. */
export async function installForProduction(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'pairbot-production-'))
  // Packages for other platforms are not there.
  for (const path of needed().filter((each) => existsSync(each)))
    await cp(path, join(folder, path), { recursive: true })
  return folder
}
export const removeInstall = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true })
