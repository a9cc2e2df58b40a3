import { Monitoring, type MonitoringProps } from './Monitoring.tsx'
import { useUrlState } from './useUrlState.ts'

/** The screen, with its filters and the open stream in the address. */
export default function MonitoringScreen(slots: Pick<MonitoringProps, 'actions' | 'tools'>) {
  return <Monitoring url={useUrlState()} {...slots} />
}
