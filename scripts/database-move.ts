// Moves the embedded database to PostgreSQL: `DATABASE_URL=postgres://… npm run database:move`, with the server stopped.
import { hasDatabase } from '#server/database/intact.ts'
import { openEmbedded } from '#server/database/embedded.ts'
import { parseSettings } from '#server/settings.ts'
import { moveDatabase, type MovedTable } from './database-move/move.ts'
import { reportFailure } from './open-database.ts'

function print(moved: readonly MovedTable[]): void {
  const width = Math.max(...moved.map(({ table }) => table.length))
  const line = (table: string, rows: string, hash: string) => `${table.padEnd(width)}  ${rows.padStart(9)}  ${hash}`
  console.log(line('table', 'rows', 'hash, the same in both'))
  for (const { table, target } of moved) console.log(line(table, String(target.rows), target.hash))
}

async function main(): Promise<void> {
  const { databaseUrl, dataDir } = parseSettings(process.env)
  if (databaseUrl === undefined) throw new Error('DATABASE_URL: the PostgreSQL database to move to is missing')
  if (!hasDatabase(dataDir)) throw new Error(`There is no database in ${dataDir}`)
  const source = await openEmbedded(dataDir)
  try {
    print(await moveDatabase(source, databaseUrl))
  } finally {
    await source.close()
  }
  console.log(`Moved. Start the server with DATABASE_URL from now on; keys, models and candles stay in ${dataDir}`)
}

main().catch(reportFailure)
