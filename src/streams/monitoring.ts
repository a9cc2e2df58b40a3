import type { Observable, Subscription } from 'rxjs'
import type { StreamPorts } from './ports.ts'
import { createRecorder, type QualityBook, type RecorderDeps, type Refill } from './quality/recorder.ts'
import { createVisits, type Intake, type Visits } from './records/visits.ts'

/** What of the streams monitoring looks at. */
export interface Monitored {
  readonly inbox: RecorderDeps['inbox']
  readonly refills$: Observable<Refill>
  readonly intake: Intake
}

/** The streams under somebody's eyes: how they fare, and what is asked of them. Loaded apart from them. */
export interface Monitoring extends Visits {
  /** How the last hour went: ages at paint, gaps, refills, reconnects. */
  readonly quality: QualityBook
}

export function createMonitoring(
  { inbox, refills$, intake }: Monitored,
  ports: RecorderDeps['ports'] & Pick<StreamPorts, 'streamApi'>,
): Monitoring & { start: () => Subscription } {
  const recorder = createRecorder({ inbox, refills$, ports })
  const { start: startVisits, ...visits } = createVisits(ports.streamApi, intake)
  return {
    ...visits,
    quality: recorder,
    /** Runs until unsubscribed: for as long as somebody is signed in. Then everything held is forgotten. */
    start() {
      const running = recorder.start()
      running.add(startVisits())
      return running
    },
  }
}
