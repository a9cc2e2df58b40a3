import { useState } from 'react'
import { healthCommands } from '#src/machines/health/commands.ts'
import { healthTestFailure } from '#src/machines/health/health-tests.ts'
import { useServices, type Services } from '#src/app/services.ts'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'

export interface HealthTest {
  readonly isRunning: boolean
  readonly run: () => void
}

/** Result of the tests; undefined when the session ended meanwhile. */
type Outcome = { readonly passed: number } | { readonly failure: string } | undefined

async function runHealthTest(health: Services['health']): Promise<Outcome> {
  try {
    const report = await healthCommands(await health()).runTests()
    if (report === undefined) return undefined
    const failure = healthTestFailure(report)
    return failure === undefined ? { passed: report.tests.length } : { failure }
  } catch (error) {
    return { failure: `Health test failed: ${error instanceof Error ? error.message : String(error)}` }
  }
}

/** Runs the five tests of the stream-proxy. Failures open an alert; success shows a toast. */
export function useHealthTest(): HealthTest {
  const { health } = useServices()
  const { dialogs, toasts } = useOverlays()
  const [isRunning, setIsRunning] = useState(false)

  async function run(): Promise<void> {
    setIsRunning(true)
    const outcome = await runHealthTest(health)
    setIsRunning(false)
    if (outcome === undefined) return
    if ('failure' in outcome) await dialogs.alert({ title: 'Health Test', text: outcome.failure })
    else toasts.success(`Health test passed: ${outcome.passed} tests`)
  }

  return { isRunning, run: () => void run() }
}
