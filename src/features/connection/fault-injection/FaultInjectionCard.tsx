import { useSelector } from '@xstate/react'
import { use, useMemo } from 'react'
import { map } from 'rxjs'
import { roleReaches } from '#contract/roles.ts'
import { useServices, useSession } from '#src/app/services.ts'
import {
  faultError,
  faultInjectionCommands,
  type FaultInjectionCommands,
  faultPhase,
  type FaultPhase,
  faultRecord,
} from '#src/machines/fault-injection/machine.ts'
import {
  channelResult,
  expectationOf,
  type ExpectationResult,
  recoveryResult,
  textsResult,
} from '#src/machines/fault-injection/expectation.ts'
import { type Channel, durationS, type FaultRecord, recoveryMs } from '#src/machines/fault-injection/record.ts'
import { sessionUser } from '#src/machines/session/selectors.ts'
import { Card } from '#src/ui/cards/Card.tsx'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { LiveRegion } from '#src/ui/feedback/LiveRegion.tsx'
import { useNow } from '#src/ui/format/useNow.ts'
import { Help } from '#src/ui/overlays/Help.tsx'
import { type Column, Table } from '#src/ui/table/Table.tsx'
import { Badge } from '#src/ui/text/Badge.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'
import { useSampled } from '../status/useSampled.ts'
import * as css from './FaultInjectionCard.css.ts'
import { FaultInjectionForm } from './FaultInjectionForm.tsx'
import { FAULT_TEXTS } from './draft.ts'

/** One row of expected against observed behaviour. */
interface ObservationRow {
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
function rowsOf(record: FaultRecord): readonly ObservationRow[] {
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

interface FaultInjectionView extends FaultInjectionCommands {
  readonly phase: FaultPhase
  readonly record: FaultRecord | undefined
  readonly error: string | undefined
}

/** The fault injection of this session. Suspends until its code is loaded. */
function useFaultInjection(): FaultInjectionView {
  const actor = use(useServices().faultInjection())
  const commands = useMemo(() => faultInjectionCommands(actor), [actor])
  return {
    ...commands,
    phase: useSelector(actor, faultPhase),
    record: useSelector(actor, faultRecord),
    error: useSelector(actor, faultError),
  }
}

const RESULT_TONES: Record<ExpectationResult, Tone> = {
  awaited: 'neutral',
  'as expected': 'success',
  different: 'danger',
}
const STREAMS_MS = 5_000

const COLUMNS: readonly Column<ObservationRow>[] = [
  { id: 'name', header: 'Check', cell: ({ name }) => name },
  { id: 'result', header: 'Result', cell: ({ result }) => <Badge tone={RESULT_TONES[result]}>{result}</Badge> },
  { id: 'expected', header: 'Expected', cell: ({ expected }) => <span className={css.wrappedText}>{expected}</span> },
  { id: 'observed', header: 'Observed', cell: ({ observed }) => <span className={css.wrappedText}>{observed}</span> },
]

/** Progress text of the current fault. */
function progressOf(phase: FaultInjectionView['phase'], { fault, startedAt }: FaultRecord, now: number): string {
  const name = FAULT_TEXTS[fault.kind].label
  const left = Math.max(0, Math.min(fault.seconds, Math.ceil((startedAt - now) / 1000 + fault.seconds)))
  switch (phase) {
    case 'starting':
      return `${name}: requested`
    case 'running':
      return `${name}: ${left} s left`
    case 'stopping':
      return `${name}: stopping`
    case 'recovering':
      return `${name}: ended, recovering`
    case 'idle':
      return `${name}: done`
  }
}

function Progress({ phase, record }: { readonly phase: FaultInjectionView['phase']; readonly record: FaultRecord }) {
  const text = progressOf(phase, record, useNow(250))
  return (
    <Badge tone={phase === 'idle' ? 'neutral' : 'warning'} shape="pill" dot={phase !== 'idle'}>
      {text}
    </Badge>
  )
}

function FaultInjection() {
  const { phase, record, error, start, stop } = useFaultInjection()
  const { records } = useServices().streams
  const keys$ = useMemo(
    () =>
      records.all$.pipe(
        map((all) =>
          all
            .filter(({ data }) => data !== null)
            .map(({ key }) => key)
            .toSorted(),
        ),
      ),
    [records],
  )
  const keys = useSampled(keys$, STREAMS_MS)
  return (
    <Card
      title="Fault Injection"
      subtitle="Inject faults into your own session only"
      help={<Help of="Fault Injection" topic="faults" />}
      compact
      trailing={record === undefined ? null : <Progress phase={phase} record={record} />}
    >
      <div className={layout.stack[4]}>
        <FaultInjectionForm phase={phase} streams={keys} onStart={start} onStop={stop} />
        {error === undefined ? null : <Alert tone="danger">{error}</Alert>}
        {record === undefined ? null : (
          <Table
            caption="Expected and observed"
            columns={COLUMNS}
            rows={rowsOf(record)}
            rowKey={({ name }) => name}
            empty="Nothing yet"
          />
        )}
        <LiveRegion>{record === undefined ? '' : `${FAULT_TEXTS[record.fault.kind].label}: ${phase}`}</LiveRegion>
      </div>
    </Card>
  )
}

/** Lets administrators inject a fault and shows how the client reacts. Renders nothing for other roles. */
export default function FaultInjectionCard() {
  const user = useSession(sessionUser)
  return user !== undefined && roleReaches(user.role, 'Admin') ? <FaultInjection /> : null
}
