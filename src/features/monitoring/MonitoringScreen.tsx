import { Monitoring, type MonitoringProps } from './Monitoring.tsx'
import { useUrlState } from './useUrlState.ts'

/** The monitoring screen with filters and the open stream in the URL. */
export default function MonitoringScreen(slots: Pick<MonitoringProps, 'actions' | 'tools'>) {
  return <Monitoring url={useUrlState()} {...slots} />
}
