import type { InspectedSnapshotEvent } from 'xstate'
import type { Recorder } from '#src/lib/inspection/recorder.ts'
import { scrub } from '#src/lib/inspection/scrub.ts'

/** Removes promise inputs and outputs, which the sanitizers do not cover. */
const withoutOutput = <Event extends object>(event: Event): Event =>
  'snapshot' in event && typeof event.snapshot === 'object'
    ? { ...event, snapshot: { ...event.snapshot, output: undefined, input: undefined } }
    : event

/** Opens the hosted inspector in a new window and sends it scrubbed snapshots of every machine. Development builds only. */
export async function openStately(recorder: Recorder): Promise<() => void> {
  const { createBrowserInspector } = await import('@statelyai/inspect')
  const inspector = createBrowserInspector({
    sanitizeContext: (context) => ({ context: scrub(context) }),
    sanitizeEvent: (event) => ({ type: event.type, fields: scrub(event) }),
    serialize: withoutOutput,
    maxDeferredEvents: 2_000,
  })
  // It opens after the machines have started but draws only actors it was notified of.
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
