import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'

/** Imported by the server's sources, but not by the build: the development server, and what the build copies. */
const NOT_IN_THE_BUILD = new Set(['vite', 'onnxruntime-web'])

const sources = () =>
  ['server', 'contract'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(folder, name)),
  )

it('[OP-16] the server imports no development package', () => {
  const { dependencies } = z
    .object({ dependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync('package.json', 'utf8')))
  const imported = sources().flatMap((file) =>
    [
      ...readFileSync(file, 'utf8').matchAll(/^(?:import|export|\}) (?!type).*?from '((?:@[^/']+\/)?[^#.@/'][^/']*)/gm),
    ].map(([, name = '']) => name),
  )
  const packages = [...new Set(imported)].filter((name) => !name.startsWith('node:') && !NOT_IN_THE_BUILD.has(name))
  expect(packages).toContain('fastify')
  expect(packages.filter((name) => !(name in dependencies))).toEqual([])
})
