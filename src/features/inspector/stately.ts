import type { InspectedSnapshotEvent } from 'xstate'
import type { Recorder } from '#src/machines/inspection/recorder.ts'
import { scrub } from '#src/machines/inspection/scrub.ts'

/** What a promise came to is in no context and in no event, so it is left out whole. */
const withoutOutput = <Event extends object>(event: Event): Event =>
  'snapshot' in event && typeof event.snapshot === 'object'
    ? { ...event, snapshot: { ...event.snapshot, output: undefined, input: undefined } }
    : event

/** Opens the hosted inspector in a window of its own, and tells it scrubbed of every machine. Development builds only. */
export async function openStately(recorder: Recorder): Promise<() => void> {
  const { createBrowserInspector } = await import('@statelyai/inspect')
  const inspector = createBrowserInspector({
    sanitizeContext: (context) => ({ context: scrub(context) }),
    sanitizeEvent: (event) => ({ type: event.type, fields: scrub(event) }),
    serialize: withoutOutput,
    maxDeferredEvents: 2_000,
  })
  // It opens after the machines have started, and draws only those whose beginning it was told.
  for (const { ref } of recorder.actors()) {
    if (ref === undefined) continue
    const snapshot: InspectedSnapshotEvent['snapshot'] = ref.getSnapshot()
    inspector.actor(ref, snapshot)
  }
  const stop = recorder.forward((event) => inspector.inspect.next?.(event))
  return () => {
    stop()
    inspector.stop()
  }
}
