// Runs before `npm start`: builds if a source is newer than the build; with `--missing`, before a command, only if there is none. Installed without the development packages
// (npm ci --omit=dev), it takes the build that is there.
import { existsSync, readdirSync, statSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

process.chdir(join(dirname(fileURLToPath(import.meta.url)), '..'))

const BUILT = ['dist/client/index.html', 'dist/server/main.js', 'dist/server/cli.js']
const SOURCES = [
  'contract',
  'src',
  'server',
  'index.html',
  'scripts/build.mjs',
  'scripts/compress.mjs',
  'package-lock.json',
  'vite.config.ts',
  'vite.server.config.ts',
]

function newest(path) {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))))
}

const builtAt = BUILT.every((path) => existsSync(path)) ? Math.min(...BUILT.map((path) => statSync(path).mtimeMs)) : 0
const canBuild = existsSync('node_modules/vite')
const isOld = (path) => existsSync(path) && newest(path) > builtAt
if (!canBuild && builtAt === 0) {
  console.error('There is no build. Run "npm ci && npm run build" and copy dist/, or install with "npm ci" here.')
  process.exit(1)
}
if (canBuild && (builtAt === 0 || (!process.argv.includes('--missing') && SOURCES.some(isOld)))) {
  console.log('building client and server (once after each change)')
  const { status } = spawnSync(process.execPath, ['scripts/build.mjs', '--quiet'], { stdio: 'inherit' })
  process.exit(status ?? 1)
}
