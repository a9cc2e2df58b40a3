import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Database } from '../database/database.ts'
import { openConfigured } from '../database/open.ts'
import { parseSettings } from '../settings.ts'

type Options = Readonly<
  Record<string, { readonly type: 'string' | 'boolean'; readonly takes?: string; readonly text: string }>
>
type Parsed<T extends Options> = ReturnType<typeof parseArgs<{ args: string[]; options: T; allowPositionals: true }>>

interface Definition<T extends Options> {
  readonly summary: string
  /** What stands for its arguments in the help, and how many it takes. */
  readonly words?: { readonly names: string; readonly min: number; readonly max: number }
  readonly options: T
  /** Resolves to whether all went well; rejects with what to tell the operator. */
  readonly run: (given: Parsed<T>) => Promise<boolean>
}

/** One command of `pairbot`. */
export interface Command {
  readonly summary: string
  /** How it is called, without the name, and its options. */
  readonly usage: string
  run(args: readonly string[]): Promise<boolean>
}

/** The command was called wrongly. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

const PARSING = /^ERR_PARSE_ARGS_/
const isParsing = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && PARSING.test(String(error.code))

function parse<T extends Options>(args: readonly string[], options: T): Parsed<T> {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (error) {
    // Node's own advice, on arguments that begin with a dash, is left out.
    throw isParsing(error) ? new UsageError(error.message.split('. ')[0]) : error
  }
}

function usageOf(names: string, options: Options): string {
  const rows = Object.entries(options).map(([name, { takes, text }]) => [`--${name}${takes ? ` ${takes}` : ''}`, text])
  const width = Math.max(0, ...rows.map(([name = '']) => name.length))
  const head = [...(names ? [names] : []), ...(rows.length > 0 ? ['[OPTIONS]'] : [])].join(' ')
  return [head, ...rows.map(([name = '', text]) => `  ${name.padEnd(width)}  ${text}`)].join('\n')
}

/** Its help and the check of what it is called with come from the one definition. */
export function defineCommand<const T extends Options>({ summary, words, options, run }: Definition<T>): Command {
  const { names, min, max } = words ?? { names: '', min: 0, max: 0 }
  return {
    summary,
    usage: usageOf(names, options),
    run: async (args) => {
      const given = parse(args, options)
      const { positionals } = given
      if (positionals.length < min) throw new UsageError(`${names} is missing`)
      if (positionals.length > max) throw new UsageError(`Unexpected argument '${positionals[max]}'`)
      return run(given)
    },
  }
}

/** Prints the message of what a command failed with, and sets the exit code. */
export function reportFailure(error: unknown): void {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = error instanceof UsageError ? 2 : 1
}

/** Runs `work` with the database of the environment's settings, which must exist already, and closes it. */
export async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const settings = parseSettings(process.env)
  const { databaseUrl, dataDir } = settings
  if (!databaseUrl && !existsSync(join(dataDir, 'database'))) throw new Error(`There is no database in ${dataDir}`)
  const database = await openConfigured(settings, (error) => console.error(error.message))
  try {
    await database.whenReady
    return await work(database)
  } finally {
    await database.close()
  }
}
