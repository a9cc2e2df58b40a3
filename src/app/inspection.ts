import { createRecorder } from '#src/lib/inspection/recorder.ts'
import { redact } from '#src/lib/inspection/scrub.ts'
import type { Inspection } from './services.ts'
import { serializeRecording } from '#src/streams/session-recording/file-format.ts'
import { createThroughputMeter } from '#src/streams/session-recording/throughput.ts'
import { createSessionRecorder, type SessionRecorder } from '#src/streams/session-recording/session-recorder.ts'
import { createStreams } from '#src/streams/index.ts'

/** What the client is built with when inspection is on. */
export interface Inspector {
  readonly inspection: Inspection
  /** Creates the streams with recorded ports and metered outputs. */
  readonly streams: typeof createStreams
}

/** Records the machines and streams of this page. Loaded only where inspection is turned on. */
export function createInspector(now: () => number): Inspector {
  const recorder = createRecorder(now)
  const meter = createThroughputMeter(now)
  let recording: SessionRecorder | undefined
  return {
    streams(ports, selecting) {
      recording = createSessionRecorder({ ...ports, frames$: meter.frames(ports.frames$) })
      return meter.watch(recording.watch(createStreams(recording.ports, selecting)))
    },
    inspection: {
      recorder,
      flows: meter.flows,
      feeds: meter.feeds,
      recorded() {
        const segments = recording?.recording.segments() ?? []
        const entries = segments.flatMap((segment) => segment.entries)
        return { since: segments[0]?.keyframe.at, entries: entries.length, until: entries.at(-1)?.at }
      },
      save() {
        const [first, ...rest] = recording?.recording.segments() ?? []
        if (first === undefined || first.entries.length === 0) return undefined
        return serializeRecording({ savedAt: now(), segments: [first, ...rest], machines: recorder.log() }, redact)
      },
    },
  }
}
