import {
  channelResult,
  expectationOf,
  recoveryResult,
  textsResult,
  type ExpectationResult,
} from '#src/machines/fault-injection/expectation.ts'
import { durationS, recoveryMs, type Channel, type FaultRecord } from '#src/machines/fault-injection/record.ts'

/** One row of expected against observed behaviour. */
export interface ObservationRow {
  readonly name: string
  readonly expected: string
  readonly observed: string
  readonly result: ExpectationResult
}

const CHANNEL_LABELS: Record<Channel, string> = {
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

/** Table rows: one per channel, then messages and recovery. */
export function rowsOf(record: FaultRecord): readonly ObservationRow[] {
  const { channels, texts, recoverWithinMs } = expectationOf(record.fault, durationS(record))
  const recovery = recoveryMs(record)
  return [
    ...channels.map((expected) => {
      const passed = record.states[expected.channel] ?? []
      return {
        name: CHANNEL_LABELS[expected.channel],
        expected: expected.paths.map(path).join(' or '),
        observed: passed.length === 0 ? NOT_YET : path(passed.map(({ state }) => state)),
        result: channelResult(record, expected),
      }
    }),
    {
      name: 'Messages',
      expected: texts.join('; ') || NONE,
      observed: record.texts.map(({ text }) => text).join('; ') || NONE,
      result: textsResult(record, texts),
    },
    {
      name: 'Recovery',
      expected: `within ${seconds(recoverWithinMs)}`,
      observed: recovery === undefined ? NOT_YET : seconds(recovery),
      result: recoveryResult(record, recoverWithinMs),
    },
  ]
}
