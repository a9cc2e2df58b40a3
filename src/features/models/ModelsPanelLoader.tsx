import { useEffect, useState } from 'react'
import type { ModelsApi } from '#src/machines/models/types.ts'
import { useServices } from '#src/app/services.ts'
import { Skeleton } from '#src/ui/feedback/Skeleton.tsx'
import { controlHeight } from '#src/ui/theme/tokens.ts'
import { useModelAddress, useModelTableAddress } from './model-address.ts'
import { ManagerFrame } from './ModelManager.tsx'
import { ModelsPanel } from './ModelsPanel.tsx'

const BAR = <Skeleton height={controlHeight.small} />

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

  if (api === undefined) return <ManagerFrame bar={BAR} state={{ kind: 'loading', text: 'Loading models...' }} />
  if (api !== 'failed') return <ModelsPanel api={api} address={address} table={table} />
  return (
    <ManagerFrame bar={BAR} state={{ kind: 'error', message: 'This part of the page could not be loaded.', onRetry }} />
  )
}

/** Entry point for lazy loading: the models API is a chunk of its own. */
export default function ModelsPanelLoader() {
  const [attempt, setAttempt] = useState(0)
  return <ApiLoader key={attempt} onRetry={() => setAttempt(attempt + 1)} />
}
