import { writeFileSync } from 'node:fs'

/** Vitest reporter: lists the tests that passed only on a retry and why they failed first, and those skipped with a reason. */
export default class SecondTries {
  found = []
  skipped = []

  onTestCaseResult(test) {
    const { state, note, errors } = test.result()
    if (state === 'skipped' && note) this.skipped.push(`${test.fullName}: ${note}`)
    if (!test.diagnostic()?.flaky) return
    const reason = errors?.[0]?.message.split('\n')[0] ?? 'unknown reason'
    this.found.push(`${test.module.relativeModuleId}: ${test.fullName} (${reason})`)
  }

  onTestRunEnd(_modules, unhandledErrors) {
    const file = process.env.PAIRBOT_SECOND_TRIES
    if (file)
      writeFileSync(
        file,
        JSON.stringify({ found: this.found, skipped: this.skipped, unhandled: unhandledErrors.length }),
      )
  }
}
