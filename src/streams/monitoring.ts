import type { Observable, Subscription } from 'rxjs'
import type { StreamPorts } from './ports.ts'
import {
  createQualityRecorder,
  type QualityMonitor,
  type QualityRecorderDeps,
  type Refill,
} from './quality/recorder.ts'
import { createOnDemandFetch, type RecordSink, type OnDemandFetch } from './records/on-demand-fetch.ts'

/** Inputs of monitoring. */
export interface MonitoringSource {
  readonly router: QualityRecorderDeps['router']
  readonly refills$: Observable<Refill>
  readonly recordSink: RecordSink
}

/** Monitoring of the streams: their quality and requests for their data. Loaded separately. */
export interface Monitoring extends OnDemandFetch {
  /** Statistics of the last hour: age at paint, gaps, refills, reconnects. */
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
    /** Runs while a user is signed in. Unsubscribing clears all data. */
    start() {
      const running = recorder.start()
      running.add(startFetching())
      return running
    },
  }
}
