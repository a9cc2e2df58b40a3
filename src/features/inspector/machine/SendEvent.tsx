import { useState } from 'react'
import type { AnyActor, AnyStateMachine } from 'xstate'
import { Button } from '#src/ui/controls/Button.tsx'
import { Select } from '#src/ui/fields/Select.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'
import { faint, stack } from '../inspector.css.ts'
import { canSend, eventTypes, readFields } from './sendable.ts'

/** Sends an event that the machine can take now; what it cannot take cannot be sent. */
export function SendEvent({ actor, machine }: { readonly actor: AnyActor; readonly machine: AnyStateMachine }) {
  const types = eventTypes(machine)
  const [chosen, setChosen] = useState(types[0] ?? '')
  const [text, setText] = useState('')
  const read = readFields(text)
  const fields = 'fields' in read ? read.fields : {}
  const takes = new Set(types.filter((type) => canSend(actor, { ...fields, type })))
  const event = { ...fields, type: chosen }
  const isPossible = 'fields' in read && takes.has(chosen)
  if (types.length === 0) return <p className={faint}>This machine takes no events.</p>
  return (
    <form
      className={stack}
      onSubmit={(submitted) => {
        submitted.preventDefault()
        if (isPossible) actor.send(event)
      }}
    >
      <Select
        label="Event"
        value={chosen}
        onChange={setChosen}
        options={types.map((type) => ({ id: type, label: takes.has(type) ? type : `${type} (not now)` }))}
      />
      <TextField
        label="Fields as JSON"
        value={text}
        onChange={(change) => setText(change.target.value)}
        error={'error' in read ? read.error : undefined}
      />
      <Button type="submit" size="small" disabled={!isPossible}>
        Send event
      </Button>
    </form>
  )
}
