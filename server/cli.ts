#!/usr/bin/env node
import { backup, restore } from './commands/backup.ts'
import { importCandles } from './commands/candles.ts'
import { type Command, reportFailure, UsageError } from './commands/command.ts'
import { addPerson, moveToPostgresql, verifyAuditLog } from './commands/database.ts'

/** The commands of an operator, by name. They take the settings of the server from the environment. */
const COMMANDS: ReadonlyMap<string | undefined, Command> = new Map(
  Object.entries({
    backup,
    restore,
    'people:add': addPerson,
    'audit:verify': verifyAuditLog,
    'candles:import': importCandles,
    'database:move': moveToPostgresql,
  }),
)

const HELP = `usage: pairbot COMMAND, with the settings of the server in the environment

${[...COMMANDS].map(([name = '', { summary }]) => `  ${name.padEnd(14)}  ${summary}`).join('\n')}

pairbot COMMAND --help has its options. The exit code is 0 if all went well, 1 if not, and 2 if the call is wrong.`

const HELP_WORDS: ReadonlySet<string> = new Set(['--help', '-h'])

async function run([name, ...args]: readonly string[]): Promise<boolean> {
  const command = COMMANDS.get(name)
  if (command === undefined) {
    if (name === undefined) throw new UsageError('COMMAND is missing')
    if (name !== 'help' && !HELP_WORDS.has(name)) throw new UsageError(`There is no command '${name}'`)
    console.log(HELP)
    return true
  }
  if (!args.some((word) => HELP_WORDS.has(word))) return command.run(args)
  console.log(`pairbot ${name} ${command.usage}`.trim() + `\n\n${command.summary}`)
  return true
}

const words = process.argv.slice(2)
try {
  process.exitCode = (await run(words)) ? 0 : 1
} catch (error) {
  reportFailure(error)
  if (error instanceof UsageError) console.error(`See pairbot ${COMMANDS.has(words[0]) ? `${words[0]} ` : ''}--help`)
}
