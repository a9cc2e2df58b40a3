import { createRecorder } from '../machines/inspection/recorder.ts'
import { redact } from '../machines/inspection/scrub.ts'
import type { Inspection } from './services.ts'
import { packFlight } from '../streams/flight/file.ts'
import { createMeter } from '../streams/flight/meter.ts'
import { recordFlight, type Recording } from '../streams/flight/record.ts'
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
  const meter = createMeter(now)
  let recording: Recording | undefined
  return {
    streams(ports) {
      recording = recordFlight({ ...ports, frames$: meter.frames(ports.frames$) })
      return meter.watch(recording.watch(createStreams(recording.ports)))
    },
    inspection: {
      recorder,
      flows: meter.flows,
      feeds: meter.feeds,
      recorded() {
        const segments = recording?.tape.segments() ?? []
        const entries = segments.flatMap((segment) => segment.entries)
        return { since: segments[0]?.keyframe.at, entries: entries.length, until: entries.at(-1)?.at }
      },
      save() {
        const [first, ...rest] = recording?.tape.segments() ?? []
        if (first === undefined || first.entries.length === 0) return undefined
        return packFlight({ savedAt: now(), segments: [first, ...rest], machines: recorder.log() }, redact)
      },
    },
  }
}
