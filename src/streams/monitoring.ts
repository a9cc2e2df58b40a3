import type { Observable, Subscription } from 'rxjs'
import type { StreamPorts } from './ports.ts'
import {
  createQualityRecorder,
  type QualityMonitor,
  type QualityRecorderDeps,
  type Refill,
} from './quality/recorder.ts'
import { createOnDemandFetch, type RecordSink, type OnDemandFetch } from './records/on-demand-fetch.ts'

/** What of the streams monitoring looks at. */
export interface MonitoringSource {
  readonly router: QualityRecorderDeps['router']
  readonly refills$: Observable<Refill>
  readonly recordSink: RecordSink
}

/** The streams under somebody's eyes: how they fare, and what is asked of them. Loaded apart from them. */
export interface Monitoring extends OnDemandFetch {
  /** How the last hour went: ages at paint, gaps, refills, reconnects. */
  readonly quality: QualityMonitor
}

export function createMonitoring(
  { router, refills$, recordSink }: MonitoringSource,
  ports: QualityRecorderDeps['ports'] & Pick<StreamPorts, 'streamApi'>,
): Monitoring & { start: () => Subscription } {
  const recorder = createQualityRecorder({ router, refills$, ports })
  const { start: startFetching, ...fetching } = createOnDemandFetch(ports.streamApi, recordSink)
  return {
    ...fetching,
    quality: recorder,
    /** Runs until unsubscribed: for as long as somebody is signed in. Then everything held is forgotten. */
    start() {
      const running = recorder.start()
      running.add(startFetching())
      return running
    },
  }
}
