import { createRecorder } from '../machines/inspection/recorder.ts'
import { redact } from '../machines/inspection/scrub.ts'
import type { Inspection } from './services.ts'
import { serializeRecording } from '../streams/session-recording/file-format.ts'
import { createThroughputMeter } from '../streams/session-recording/throughput.ts'
import { createSessionRecorder, type SessionRecorder } from '../streams/session-recording/session-recorder.ts'
import { createStreams, type StreamPorts, type Streams } from '../streams/index.ts'

/** What an inspected client is built with. */
export interface Inspector {
  readonly inspection: Inspection
  /** The streams over the given ports, with a tape between and a meter behind. */
  readonly streams: (ports: StreamPorts) => Streams
}

/** Looks into the machines and the streams of this page. Loaded only where somebody asked for it. */
export function createInspector(now: () => number): Inspector {
  const recorder = createRecorder(now)
  const meter = createThroughputMeter(now)
  let recording: SessionRecorder | undefined
  return {
    streams(ports) {
      recording = createSessionRecorder({ ...ports, frames$: meter.frames(ports.frames$) })
      return meter.watch(recording.watch(createStreams(recording.ports)))
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
