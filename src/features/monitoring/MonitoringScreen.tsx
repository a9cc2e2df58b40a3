import { Monitoring } from './Monitoring.tsx'
import { useAddress } from './useAddress.ts'

/** The screen, with its filters and the open stream in the address. */
export default function MonitoringScreen() {
  return <Monitoring address={useAddress()} />
}
