import type { AnyActor, AnyStateMachine, EventObject } from 'xstate'

/** Types of the events that people or ports send to a machine; XState's own are left out. */
export const eventTypes = (machine: AnyStateMachine): readonly string[] =>
  machine.events.filter((type) => type !== '*' && !type.startsWith('xstate.')).toSorted((a, b) => a.localeCompare(b))

/** What a text makes of an event's fields: an object, or words why it is none. */
export function parseFields(text: string): { readonly fields: object } | { readonly error: string } {
  if (text.trim() === '') return { fields: {} }
  try {
    const fields: unknown = JSON.parse(text)
    return typeof fields === 'object' && fields !== null && !Array.isArray(fields)
      ? { fields }
      : { error: 'Fields are a JSON object' }
  } catch {
    return { error: 'This is no JSON' }
  }
}

interface SnapshotWithCan {
  can(event: EventObject): boolean
}
const hasCan = (snapshot: unknown): snapshot is SnapshotWithCan =>
  typeof snapshot === 'object' && snapshot !== null && 'can' in snapshot

/** Whether the event would change anything now. A guard that cannot bear its fields says no. */
export function canSend(actor: AnyActor, event: EventObject): boolean {
  const snapshot: unknown = actor.getSnapshot()
  if (!hasCan(snapshot)) return false
  try {
    return snapshot.can(event)
  } catch {
    return false
  }
}
