import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { dependenciesOf } from '../../scripts/licences.ts'

const billSchema = z.object({
  bomFormat: z.literal('CycloneDX'),
  components: z.array(z.object({ name: z.string(), version: z.string(), purl: z.string() })),
})
const manifestSchema = z.object({ dependencies: z.record(z.string(), z.string()) })

it('[OP-42] the bill of materials has every package that is installed, in its version', () => {
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'sbom'], {
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  expect([status, stderr.includes('npm error')]).toEqual([0, false])
  const { components } = billSchema.parse(JSON.parse(stdout))
  const listed = new Set(components.map(({ name, version }) => `${name}@${version}`))
  const installed = dependenciesOf('.')
    .filter(({ name }) => existsSync(`node_modules/${name}/package.json`))
    .map(({ name, version }) => `${name}@${version}`)
  expect(installed.length).toBeGreaterThan(500)
  expect(installed.filter((each) => !listed.has(each))).toEqual([])
  const { dependencies } = manifestSchema.parse(JSON.parse(readFileSync('package.json', 'utf8')))
  for (const [name, version] of Object.entries(dependencies)) expect(listed).toContain(`${name}@${version}`)
})
