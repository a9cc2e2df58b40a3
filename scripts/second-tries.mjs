import { writeFileSync } from 'node:fs'

/** Vitest reporter: lists the tests that passed only on a retry, and why they failed first. */
export default class SecondTries {
  found = []

  onTestCaseResult(test) {
    if (!test.diagnostic()?.flaky) return
    const reason = test.result().errors?.[0]?.message.split('\n')[0] ?? 'unknown reason'
    this.found.push(`${test.module.relativeModuleId}: ${test.fullName} (${reason})`)
  }

  onTestRunEnd(_modules, unhandledErrors) {
    const file = process.env.PAIRBOT_SECOND_TRIES
    if (file) writeFileSync(file, JSON.stringify({ found: this.found, unhandled: unhandledErrors.length }))
  }
}
