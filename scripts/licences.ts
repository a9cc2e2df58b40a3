// Writes docs/licences.md: every package of package-lock.json with its licence.
// `npm run licences` writes it; a test fails while it differs from the lock file.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.optional(z.string()), license: z.optional(z.string()), dev: z.optional(z.boolean()) }),
  ),
})
const manifestSchema = z.object({
  license: z.optional(z.union([z.string(), z.object({ type: z.string() })])),
  licenses: z.optional(z.array(z.object({ type: z.string() }))),
})

/** Licences that Pairbot accepts in a dependency, as SPDX expressions. */
const ACCEPTED = new Set([
  '(MIT OR CC0-1.0)',
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-4.0',
  'CC0-1.0',
  'EPL-2.0 OR GPL-3.0-or-later',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unlicense',
])

/** Of packages that name it in their text only. */
const NAMED_IN_TEXT: Readonly<Record<string, string>> = { 'require-like': 'MIT' }

const HEAD = `# Licences of the dependencies

Written by \`npm run licences\` from \`package-lock.json\`; a test fails while the two differ. Server: installed by
\`npm ci --omit=dev\`. Build: what the client is made of, and the tools.

| Package | Version | Licence | For |
|---|---|---|---|
`

interface Dependency {
  readonly name: string
  readonly version: string
  readonly licence: string
  readonly isServer: boolean
}

/** The licence that an installed package names itself: some lock entries lack it. */
function ownLicence(root: string, path: string): string {
  const file = join(root, path, 'package.json')
  if (!existsSync(file)) return 'unknown'
  const { license, licenses } = manifestSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
  return (typeof license === 'string' ? license : license?.type) ?? licenses?.[0]?.type ?? 'unknown'
}

/** Every package of the lock file below `root`, once for each version, by name. */
export function dependenciesOf(root: string): readonly Dependency[] {
  const { packages } = lockSchema.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
  const found = new Map<string, Dependency>()
  for (const [path, { version = '', license, dev = false }] of Object.entries(packages)) {
    if (path === '') continue
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const known = found.get(`${name}@${version}`)
    const licence = license ?? NAMED_IN_TEXT[name] ?? ownLicence(root, path)
    found.set(`${name}@${version}`, { name, version, licence, isServer: !dev || known?.isServer === true })
  }
  return [...found.values()].toSorted((a, b) => (`${a.name}@${a.version}` < `${b.name}@${b.version}` ? -1 : 1))
}

/** The packages whose licence is not accepted. */
export const refused = (dependencies: readonly Dependency[]): readonly Dependency[] =>
  dependencies.filter(({ licence }) => !ACCEPTED.has(licence))

/** The page that lists them. */
export const licencePage = (dependencies: readonly Dependency[]): string =>
  HEAD +
  dependencies
    .map(
      ({ name, version, licence, isServer }) =>
        `| ${name} | ${version} | ${licence} | ${isServer ? 'server' : 'build'} |\n`,
    )
    .join('')

if (process.argv[1]?.endsWith('licences.ts') === true) {
  const dependencies = dependenciesOf('.')
  writeFileSync('docs/licences.md', licencePage(dependencies))
  for (const { name, version, licence } of refused(dependencies))
    process.stderr.write(`${name} ${version}: ${licence} is not an accepted licence\n`)
  if (refused(dependencies).length > 0) process.exitCode = 1
  process.stdout.write(`${dependencies.length} packages\n`)
}
