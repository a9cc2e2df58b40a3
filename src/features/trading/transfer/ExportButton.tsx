import { Download } from 'lucide-react'
import { useMutation } from '#src/app/use-mutation.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { useTradingContext } from '../trading-context.ts'
import { serializeStrategy, fileNameOf } from './strategy-file.ts'
import { download } from '#src/ui/download.ts'

/** Downloads a strategy as the JSON that creates it. */
export function ExportButton({ id }: { readonly id: string }) {
  const { commands } = useTradingContext()
  const { dialogs } = useOverlays()
  const { mutate, isPending } = useMutation(commands.definition)

  async function save() {
    const result = await mutate(id)
    if (result === undefined) return
    if (result.ok) download(fileNameOf(result.value), 'application/json', serializeStrategy(result.value))
    else await dialogs.alert({ title: `Failed to export strategy: ${result.error.text}` })
  }

  return (
    <Button icon={<Download size={14} aria-hidden="true" />} busy={isPending} onClick={() => void save()}>
      Export JSON
    </Button>
  )
}
