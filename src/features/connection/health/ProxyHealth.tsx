import { HEALTH } from '#contract/limits.ts'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { ProxyHealthCard } from './ProxyHealthCard.tsx'
import { useProxyHealth } from './useProxyHealth.ts'
import { testReportText } from './vitals.ts'

export interface ProxyHealthProps {
  readonly details?: boolean
  /** Polling interval while this is mounted; the monitor decides between several. */
  readonly everyMs?: number
}

/** The proxy health monitor; Test reports PASSED or FAILED. Suspends until its code is loaded. */
export function ProxyHealth({ details = false, everyMs = HEALTH.pollMs }: ProxyHealthProps) {
  const health = useProxyHealth(everyMs)
  const { dialogs } = useOverlays()
  async function test() {
    const testReport = await health.onTest()
    if (testReport !== undefined) await dialogs.alert(testReportText(testReport))
  }
  return <ProxyHealthCard health={{ ...health, onTest: () => void test() }} details={details} />
}
