// Looks up every package of package-lock.json in the registry's security advisories.
// Exits 0 without a finding, 1 with one, and 2 if the registry did not answer: then nothing was checked.
import { spawnSync } from 'node:child_process'

const NOT_CHECKED = 2

const { stdout, error } = spawnSync('npm', ['audit', '--json'], { encoding: 'utf8', timeout: 120_000 })

function read() {
  try {
    return JSON.parse(stdout)
  } catch {
    return undefined
  }
}

const report = error ? undefined : read()
if (typeof report?.metadata?.vulnerabilities?.total !== 'number') {
  const reason = error?.message ?? report?.message ?? report?.error?.summary ?? 'npm gave no report'
  console.error(`NOT CHECKED for known vulnerabilities, the registry did not answer: ${reason}`)
  process.exit(NOT_CHECKED)
}

const found = Object.values(report.vulnerabilities ?? {})
for (const { name, severity, range, fixAvailable } of found)
  console.error(`${severity}: ${name} ${range}${fixAvailable ? ', a fix is available' : ''}`)
if (found.length > 0) process.exit(1)
console.log(`no known vulnerability in ${report.metadata.dependencies?.total ?? 'the'} packages`)
