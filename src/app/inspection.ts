import { createRecorder } from '#src/lib/inspection/recorder.ts'
import { redact } from '#src/lib/inspection/scrub.ts'
import { trailData } from '#src/lib/inspection/trail.ts'
import { answerOtherPages, createOtherPages } from './other-pages.ts'
import { recordedCall } from './recorded-calls.ts'
import type { Inspection, SessionRecording } from './services.ts'
import { openChannel, type Environment } from '#src/transport/browser/environment.ts'
import { pageIdOf } from '#src/transport/browser/page-id.ts'
import { serializeRecording, type Lookup } from '#src/streams/session-recording/file-format.ts'
import { createThroughputMeter } from '#src/streams/session-recording/throughput.ts'
import { createSessionRecorder, type SessionRecorder } from '#src/streams/session-recording/session-recorder.ts'
import { createStreams } from '#src/streams/index.ts'
import type { Call } from '#src/transport/http/http.ts'

const MAX_LOOKUPS = 100

/** What the client is built with when inspection is on. */
export interface Inspector {
  readonly inspection: Inspection
  /** Creates the streams with recorded ports and metered outputs. */
  readonly streams: typeof createStreams
  /** A call whose answers are part of the recording. */
  readonly recordCall: (call: Call) => Call
}

/** Records the machines and streams of this page. Loaded only where inspection is turned on. */
export function createInspector({ now, newId }: Pick<Environment, 'now' | 'newId'>): Inspector {
  const recorder = createRecorder(now)
  const meter = createThroughputMeter(now)
  let recording: SessionRecorder | undefined
  let lookups: readonly Lookup[] = []
  const sessionRecording: SessionRecording = {
    recorded() {
      const segments = recording?.recording.segments() ?? []
      const entries = segments.reduce((count, segment) => count + segment.entries.length, 0)
      return { since: segments[0]?.keyframe.at, entries, until: segments.at(-1)?.entries.at(-1)?.at }
    },
    async save() {
      const [first, ...rest] = recording?.recording.segments() ?? []
      if (first === undefined || first.entries.length === 0) return undefined
      return serializeRecording(
        { savedAt: now(), segments: [first, ...rest], lookups, machines: trailData(recorder) },
        redact,
      )
    },
  }
  const inspected = { trail: recorder, flows: meter.flows, feeds: meter.feeds, recording: sessionRecording }
  const pageId = pageIdOf(newId)
  const channel = openChannel('pairbot.inspector')
  if (channel !== undefined)
    answerOtherPages(channel, {
      page: () => ({ id: pageId, title: document.title, path: location.pathname }),
      load: newId(),
      inspected,
    })
  return {
    recordCall: (call) =>
      recordedCall(call, now, (lookup) => {
        lookups = [...lookups, lookup].slice(-MAX_LOOKUPS)
      }),
    streams(ports, selecting) {
      lookups = []
      recording = createSessionRecorder({ ...ports, frames$: meter.frames(ports.frames$) })
      return meter.watch(recording.watch(createStreams(recording.ports, selecting)))
    },
    inspection: {
      ...inspected,
      recorder,
      pageId,
      otherPages: channel && createOtherPages(channel),
    },
  }
}
