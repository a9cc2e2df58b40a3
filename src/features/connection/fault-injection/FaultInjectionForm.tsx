import { useState } from 'react'
import { FAULT_KINDS, type Fault } from '#contract/fault-injection.ts'
import { FAULT_INJECTION } from '#contract/limits.ts'
import type { FaultPhase } from '#src/machines/fault-injection/machine.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Checkbox } from '#src/ui/fields/Checkbox.tsx'
import { NumberField } from '#src/ui/fields/NumberField.tsx'
import { Select } from '#src/ui/fields/Select.tsx'
import { FIRST_DRAFT, faultOf, FAULT_TEXTS, type FaultDraft } from './draft.ts'
import * as css from './FaultInjectionCard.css.ts'

export interface FaultInjectionFormProps {
  readonly phase: FaultPhase
  /** Keys of the streams to choose from. */
  readonly streams: readonly string[]
  readonly onStart: (fault: Fault) => void
  readonly onStop: () => void
}

const KIND_OPTIONS = FAULT_KINDS.map((id) => ({ id, label: FAULT_TEXTS[id].label }))
const SOCKETS = [
  { id: 'both', label: 'Both' },
  { id: 'tdp', label: 'Market data' },
  { id: 'analytics', label: 'Analytics' },
] as const

interface OwnFieldsProps {
  readonly draft: FaultDraft
  readonly streams: readonly string[]
  readonly onChange: (change: Partial<FaultDraft>) => void
}

/** Fields specific to the fault kind. */
function OwnFields({ draft, streams, onChange }: OwnFieldsProps) {
  const { kind, socket, delayMs, stream, renewed } = draft
  const hasSocket = kind === 'cut-socket' || kind === 'delay-feed' || kind === 'broken-json'
  return (
    <>
      {hasSocket ? (
        <Select label="Socket" options={SOCKETS} value={socket} onChange={(next) => onChange({ socket: next })} />
      ) : null}
      {kind === 'delay-feed' ? (
        <NumberField
          label="Delay"
          unit="ms"
          min={FAULT_INJECTION.minDelayMs}
          max={FAULT_INJECTION.maxDelayMs}
          step={100}
          value={delayMs}
          onChange={(next) => onChange({ delayMs: next })}
        />
      ) : null}
      {kind === 'stop-stream' ? (
        <Select
          label="Stream"
          options={streams.map((key) => ({ id: key, label: key }))}
          value={stream ?? streams[0]}
          onChange={(next) => onChange({ stream: next })}
          placeholder="No stream has sent anything yet"
        />
      ) : null}
      {kind === 'answer-401' ? (
        <Checkbox
          label="This also affects refreshed tokens and signs you out"
          checked={renewed}
          onChange={(event) => onChange({ renewed: event.target.checked })}
        />
      ) : null}
    </>
  )
}

/** Form for the fault and its duration. One fault at a time. */
export function FaultInjectionForm({ phase, streams, onStart, onStop }: FaultInjectionFormProps) {
  const [draft, setDraft] = useState(FIRST_DRAFT)
  const onChange = (change: Partial<FaultDraft>) => setDraft((held) => ({ ...held, ...change }))
  const fault = faultOf(draft, streams[0])
  const isIdle = phase === 'idle'
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (fault !== undefined) onStart(fault)
      }}
    >
      <Select
        label="Fault"
        options={KIND_OPTIONS}
        value={draft.kind}
        onChange={(kind) => onChange({ kind })}
        hint={FAULT_TEXTS[draft.kind].description}
      />
      <NumberField
        label="Seconds"
        hint={`1 to ${FAULT_INJECTION.maxS}`}
        unit="s"
        min={1}
        max={FAULT_INJECTION.maxS}
        value={draft.seconds}
        onChange={(seconds) => onChange({ seconds })}
      />
      <OwnFields draft={draft} streams={streams} onChange={onChange} />
      <div className={css.actions}>
        <Button
          type="submit"
          variant="primary"
          disabled={!isIdle || fault === undefined}
          busy={phase === 'starting'}
          busyText="Starting..."
        >
          Inject Fault
        </Button>
        <Button disabled={phase !== 'running'} busy={phase === 'stopping'} busyText="Stopping..." onClick={onStop}>
          Stop
        </Button>
      </div>
    </form>
  )
}
