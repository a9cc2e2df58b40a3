import { useMemo } from 'react'
import { map } from 'rxjs'
import { roleReaches } from '#contract/roles.ts'
import type { FaultRecord } from '#src/machines/fault-injection/record.ts'
import { sessionUser } from '#src/machines/session/selectors.ts'
import { useServices, useSession } from '#src/app/services.ts'
import { Alert } from '#src/ui/feedback/Alert.tsx'
import { Badge } from '#src/ui/text/Badge.tsx'
import { Card } from '#src/ui/cards/Card.tsx'
import { LiveRegion } from '#src/ui/feedback/LiveRegion.tsx'
import { Help } from '#src/ui/overlays/Help.tsx'
import { Table, type Column } from '#src/ui/table/Table.tsx'
import { useNow } from '#src/ui/format/useNow.ts'
import type { Tone } from '#src/ui/theme/palettes.ts'
import type { ExpectationResult } from '#src/machines/fault-injection/expectation.ts'
import { useSampled } from '../status/useSampled.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import { FaultInjectionForm } from './FaultInjectionForm.tsx'
import * as css from './FaultInjectionCard.css.ts'
import { FAULT_TEXTS } from './draft.ts'
import { rowsOf, type ObservationRow } from './rows.ts'
import { useFaultInjection, type FaultInjectionView } from './useFaultInjection.ts'

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
