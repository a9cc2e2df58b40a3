import { useState } from 'react'
import type { AnyActor, AnyStateMachine } from 'xstate'
import { Button } from '#src/ui/controls/Button.tsx'
import { Select } from '#src/ui/fields/Select.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { faint, stack } from '../inspector.css.ts'
import { canSend, eventTypes, parseFields } from './sendable.ts'

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
