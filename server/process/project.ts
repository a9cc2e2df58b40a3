import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

function rootAbove(folder: string): string {
  if (existsSync(join(folder, 'package.json'))) return folder
  const parent = dirname(folder)
  if (parent === folder) throw new Error('No package.json above the server: it must stay inside its project.')
  return rootAbove(parent)
}

/** Root folder of the project, the same from the sources and from the build. */
export const PROJECT_ROOT = rootAbove(dirname(fileURLToPath(import.meta.url)))

/** Version in package.json. */
export function readVersion(): string {
  const text: unknown = JSON.parse(readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8'))
  return typeof text === 'object' && text !== null && 'version' in text ? String(text.version) : 'unknown'
}
