import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Folder of the migrations, found from both the sources and the bundle by the package.json above them. */
export function migrationsFolder(from: string = fileURLToPath(import.meta.url)): string {
  let folder = dirname(from)
  while (!existsSync(join(folder, 'package.json'))) {
    const parent = dirname(folder)
    if (parent === folder) throw new Error(`No package.json above ${from}: cannot find server/database/migrations`)
    folder = parent
  }
  return join(folder, 'server', 'database', 'migrations')
}
