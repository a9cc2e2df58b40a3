import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

const promtool = (args: readonly string[]) =>
  spawnSync('promtool', args, { cwd: 'deploy/monitoring', encoding: 'utf8' })

it.skipIf(promtool(['--version']).status !== 0)('[DP-4] the alert rules raise when they should, and only then', () => {
  const { status, stdout, stderr } = promtool(['test', 'rules', 'alerts.test.yml'])
  expect([status, stdout, stderr]).toEqual([0, expect.stringContaining('SUCCESS'), ''])
})
