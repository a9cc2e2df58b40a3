import { Download } from 'lucide-react'
import { useState } from 'react'
import { firstValueFrom } from 'rxjs'
import { useServices, type Services } from '#src/app/services.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { download } from '#src/ui/download.ts'
import { diagnosticsName, diagnosticsOf } from './bundle.ts'

async function collect({ config, session, connections, streams, health }: Services, now: number): Promise<string> {
  const monitor = await health().catch(() => undefined)
  return diagnosticsOf({
    now,
    config,
    browser: navigator,
    session: session.getSnapshot(),
    connections: { tdp: connections.tdp.getSnapshot(), analytics: connections.analytics.getSnapshot() },
    health: monitor?.getSnapshot(),
    traffic: {
      tdp: await firstValueFrom(streams.traffic.of('tdp')),
      analytics: await firstValueFrom(streams.traffic.of('analytics')),
    },
    problems: await firstValueFrom(streams.problems$),
    records: await firstValueFrom(streams.records.all$),
    summary: await firstValueFrom(streams.records.summary$),
  })
}

/** Downloads the diagnostics bundle as one JSON file. */
export default function DiagnosticsButton() {
  const services = useServices()
  const [busy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    try {
      const now = Date.now()
      download(diagnosticsName(now), 'application/json', await collect(services, now))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      icon={<Download size={14} aria-hidden="true" />}
      busy={busy}
      title="Versions, settings, states, last errors and streams as one JSON file, without secrets"
      onClick={() => void save()}
    >
      Download diagnostics
    </Button>
  )
}
