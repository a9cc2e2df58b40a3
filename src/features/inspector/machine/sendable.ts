import type { AnyActor, AnyStateMachine, EventObject } from 'xstate'

/** Event types a machine handles, without XState's internal ones. */
export const eventTypes = (machine: AnyStateMachine): readonly string[] =>
  machine.events.filter((type) => type !== '*' && !type.startsWith('xstate.')).toSorted((a, b) => a.localeCompare(b))

/** Parses the fields of an event from JSON. */
export function parseFields(text: string): { readonly fields: object } | { readonly error: string } {
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
export function canSend(actor: AnyActor, event: EventObject): boolean {
  const snapshot: unknown = actor.getSnapshot()
  if (!hasCan(snapshot)) return false
  try {
    return snapshot.can(event)
  } catch {
    return false
  }
}
