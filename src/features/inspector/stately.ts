import { createBrowserInspector, type StatelyInspectionEvent } from '@statelyai/inspect'
import type { InspectedSnapshotEvent } from 'xstate'
import type { Recorder } from '#src/lib/inspection/recorder.ts'
import { redact, scrub } from '#src/lib/inspection/scrub.ts'

/** How many events wait for the window to load. */
const MAX_WAITING = 2_000

/**
 * A snapshot as it can be sent. A machine's holds functions; a promise's holds its input and output, which the package
 * does not sanitize.
 */
function serializeSnapshot(snapshot: object): InspectedSnapshotEvent['snapshot'] {
  const { status, value, context, tags }: Readonly<Record<string, unknown>> = { ...snapshot }
  const ended = { output: undefined, error: undefined }
  const machine = value !== undefined && { value: scrub(value), context, tags: scrub(tags) }
  return { status: status === 'done' || status === 'stopped' ? status : 'active', ...ended, ...machine }
}

const serialize = (event: StatelyInspectionEvent): StatelyInspectionEvent => {
  if (event.type === '@xstate.event') return event
  if (event.type === '@xstate.snapshot') return { ...event, snapshot: serializeSnapshot(event.snapshot) }
  const definition = event.definition === undefined ? undefined : redact(event.definition)
  return { ...event, definition, snapshot: serializeSnapshot(event.snapshot) }
}

/**
 * Opens the hosted inspector in a window and, until that is closed, sends it scrubbed what every machine does. Throws if
 * the browser blocks the window.
 */
export function openStately({ actors, forward }: Pick<Recorder, 'actors' | 'forward'>, page: Window = window): void {
  const inspector = createBrowserInspector({
    window: page,
    sanitizeContext: (context) => ({ context: scrub(context) }),
    sanitizeEvent: (event) => ({ type: event.type, fields: scrub(event) }),
    serialize,
    maxDeferredEvents: MAX_WAITING,
  })
  const opened = inspector.adapter.targetWindow
  if (opened === null) throw new Error('The browser blocked its window. Allow pop-ups for this page.')
  // It opens after the machines have started but draws only actors that it was notified of.
  for (const { ref } of actors()) {
    const snapshot: InspectedSnapshotEvent['snapshot'] | undefined = ref?.getSnapshot()
    if (ref !== undefined && snapshot !== undefined) inspector.actor(ref, snapshot)
  }
  const stop = forward((event) => {
    if (!opened.closed) return inspector.inspect.next?.(event)
    stop()
    inspector.stop()
  })
}
