import { useEffect, useState } from 'react'
import type { ModelsApi } from '#src/machines/models/ports.ts'
import { useServices } from '#src/app/services.ts'
import { Card } from '#src/ui/cards/Card.tsx'
import { useModelAddress, useModelTableAddress } from './model-address.ts'
import { ModelsPanel } from './ModelsPanel.tsx'

const TITLE = 'ML Model Manager'

function ApiLoader({ onRetry }: { readonly onRetry: () => void }) {
  const { models } = useServices()
  const address = useModelAddress()
  const table = useModelTableAddress()
  const [api, setApi] = useState<ModelsApi | 'failed'>()

  useEffect(() => {
    let isMounted = true
    models().then(
      (loaded) => isMounted && setApi(loaded),
      () => isMounted && setApi('failed'),
    )
    return () => {
      isMounted = false
    }
  }, [models])

  if (api === undefined) return <Card title={TITLE} state={{ kind: 'loading', text: 'Loading models...' }} />
  if (api !== 'failed') return <ModelsPanel api={api} address={address} table={table} />
  return (
    <Card title={TITLE} state={{ kind: 'error', message: 'This part of the page could not be loaded.', onRetry }} />
  )
}

/** Entry point for lazy loading: the models API is a chunk of its own. */
export default function ModelsPanelLoader() {
  const [attempt, setAttempt] = useState(0)
  return <ApiLoader key={attempt} onRetry={() => setAttempt(attempt + 1)} />
}
