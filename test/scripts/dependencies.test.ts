import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { dependenciesOf, licencePage, refused } from '../../scripts/licences.ts'

describe('the licences of the dependencies', () => {
  it('[OP-40] are listed as the lock file has them', () => {
    expect(licencePage(dependenciesOf('.'))).toBe(readFileSync('docs/licences.md', 'utf8'))
  })

  it('[OP-40] are all accepted; another one, or none, is refused', () => {
    expect(refused(dependenciesOf('.'))).toEqual([])
    const odd = ['AGPL-3.0-only', 'unknown'].map((licence) => ({ name: 'x', version: '1', licence, isServer: true }))
    expect(refused(odd)).toEqual(odd)
  })
})

describe('the look-up of known vulnerabilities', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'pairbot-audit-'))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  /** Runs it with an npm that prints `text`. */
  function auditWith(text: string) {
    writeFileSync(join(folder, 'npm'), `#!/bin/sh\ncat <<'END'\n${text}\nEND\n`, { mode: 0o755 })
    const env = { ...process.env, PATH: `${folder}${delimiter}${process.env['PATH'] ?? ''}` }
    const { status, stdout, stderr } = spawnSync('node', ['scripts/audit.mjs'], { encoding: 'utf8', env })
    return { status, stdout: stdout.trim(), stderr: stderr.trim() }
  }
  const report = (vulnerabilities: object) =>
    JSON.stringify({
      vulnerabilities,
      metadata: { vulnerabilities: { total: Object.keys(vulnerabilities).length }, dependencies: { total: 833 } },
    })

  it('[OP-41] passes without one', () => {
    expect(auditWith(report({}))).toEqual({
      status: 0,
      stdout: 'no known vulnerability in 833 packages',
      stderr: '',
    })
  })

  it('[OP-41] fails on one, with package and severity', () => {
    const left = { name: 'left', severity: 'low', range: '<2.0.0', fixAvailable: true }
    expect(auditWith(report({ left }))).toEqual({
      status: 1,
      stdout: '',
      stderr: 'low: left <2.0.0, a fix is available',
    })
  })

  it.each([
    ['a refusal', '{"message":"405 Method Not Allowed"}', '405 Method Not Allowed'],
    ['no JSON', 'fetch failed', 'npm gave no report'],
    ['an error', '{"error":{"code":"ENOTFOUND","summary":"no registry"}}', 'no registry'],
  ])('[OP-41] says that nothing was checked after %s', (_, text, reason) => {
    const { status, stdout, stderr } = auditWith(text)
    expect([status, stdout]).toEqual([2, ''])
    expect(stderr).toBe(`NOT CHECKED for known vulnerabilities, the registry did not answer: ${reason}`)
  })
})
