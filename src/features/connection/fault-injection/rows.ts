import {
  channelResult,
  expectationOf,
  recoveryResult,
  textsResult,
  type ExpectationResult,
} from '#src/machines/fault-injection/expectation.ts'
import { durationS, recoveryMs, type Channel, type FaultRecord } from '#src/machines/fault-injection/record.ts'

/** One line of what was expected against what was seen. */
export interface DrillRow {
  readonly name: string
  readonly expected: string
  readonly seen: string
  readonly verdict: ExpectationResult
}

const NAMES: Record<Channel, string> = {
  tdp: 'Market data socket',
  analytics: 'Analytics socket',
  feed: 'Feed',
  calls: 'Calls',
  session: 'Session',
}
const NONE = 'none'
const NOT_YET = '–'

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const path = (states: readonly string[]) => states.join(' → ')

/** The table of a drill: its channels, the texts, the recovery. */
export function rowsOf(record: FaultRecord): readonly DrillRow[] {
  const { channels, texts, recoverWithinMs } = expectationOf(record.fault, durationS(record))
  const recovery = recoveryMs(record)
  return [
    ...channels.map((expected) => {
      const passed = record.states[expected.channel] ?? []
      return {
        name: NAMES[expected.channel],
        expected: expected.paths.map(path).join(' or '),
        seen: passed.length === 0 ? NOT_YET : path(passed.map(({ state }) => state)),
        verdict: channelResult(record, expected),
      }
    }),
    {
      name: 'Texts',
      expected: texts.join('; ') || NONE,
      seen: record.texts.map(({ text }) => text).join('; ') || NONE,
      verdict: textsResult(record, texts),
    },
    {
      name: 'Recovery',
      expected: `within ${seconds(recoverWithinMs)}`,
      seen: recovery === undefined ? NOT_YET : seconds(recovery),
      verdict: recoveryResult(record, recoverWithinMs),
    },
  ]
}
