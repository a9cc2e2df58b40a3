import { writeFileSync } from 'node:fs'

/** Vitest reporter: writes which tests passed only at their second try, and why the first one failed. */
export default class SecondTries {
  found = []

  onTestCaseResult(test) {
    if (!test.diagnostic()?.flaky) return
    const reason = test.result().errors?.[0]?.message.split('\n')[0] ?? 'no reason known'
    this.found.push(`${test.module.relativeModuleId}: ${test.fullName} (${reason})`)
  }

  onTestRunEnd() {
    if (process.env.PAIRBOT_SECOND_TRIES) writeFileSync(process.env.PAIRBOT_SECOND_TRIES, JSON.stringify(this.found))
  }
}
