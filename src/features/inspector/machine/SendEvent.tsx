import { useState } from 'react'
import type { AnyActor, AnyStateMachine, EventObject } from 'xstate'
import { Button } from '#src/ui/controls/Button.tsx'
import { Select } from '#src/ui/fields/Select.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { faint, stack } from '../inspector.css.ts'

/** Event types a machine handles, without XState's internal ones. */
const eventTypes = (machine: AnyStateMachine): readonly string[] =>
  machine.events.filter((type) => type !== '*' && !type.startsWith('xstate.')).toSorted((a, b) => a.localeCompare(b))

/** Parses the fields of an event from JSON. */
function parseFields(text: string): { readonly fields: object } | { readonly error: string } {
  if (text.trim() === '') return { fields: {} }
  try {
    const fields: unknown = JSON.parse(text)
    return typeof fields === 'object' && fields !== null && !Array.isArray(fields)
      ? { fields }
      : { error: 'Must be a JSON object' }
  } catch {
    return { error: 'Invalid JSON' }
  }
}

interface SnapshotWithCan {
  can(event: EventObject): boolean
}
const hasCan = (snapshot: unknown): snapshot is SnapshotWithCan =>
  typeof snapshot === 'object' && snapshot !== null && 'can' in snapshot

/** Whether the event would change the machine now. False if a guard throws on its fields. */
function canSend(actor: AnyActor, event: EventObject): boolean {
  const snapshot: unknown = actor.getSnapshot()
  if (!hasCan(snapshot)) return false
  try {
    return snapshot.can(event)
  } catch {
    return false
  }
}

/** Sends an event; disabled for events the machine would ignore now. */
export function SendEvent({ actor, machine }: { readonly actor: AnyActor; readonly machine: AnyStateMachine }) {
  const types = eventTypes(machine)
  const [selected, setSelected] = useState(types[0] ?? '')
  const [text, setText] = useState('')
  const parsed = parseFields(text)
  const fields = 'fields' in parsed ? parsed.fields : {}
  const sendable = new Set(types.filter((type) => canSend(actor, { ...fields, type })))
  const event = { ...fields, type: selected }
  const canSubmit = 'fields' in parsed && sendable.has(selected)
  if (types.length === 0) return <p className={faint}>This machine handles no events.</p>
  return (
    <form
      className={stack}
      onSubmit={(submitEvent) => {
        submitEvent.preventDefault()
        if (canSubmit) actor.send(event)
      }}
    >
      <Select
        label="Event"
        value={selected}
        onChange={setSelected}
        options={types.map((type) => ({ id: type, label: sendable.has(type) ? type : `${type} (not now)` }))}
      />
      <TextField
        label="Fields as JSON"
        value={text}
        onChange={(change) => setText(change.target.value)}
        error={'error' in parsed ? parsed.error : undefined}
      />
      <Button type="submit" size="small" disabled={!canSubmit}>
        Send event
      </Button>
    </form>
  )
}
