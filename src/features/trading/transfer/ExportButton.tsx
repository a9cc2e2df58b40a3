import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#src/ui/controls/Button.tsx'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { useDesk } from '../desk.ts'
import { documentOf, fileNameOf } from './document.ts'
import { download } from '#src/ui/download.ts'

/** Saves a strategy as the JSON that creates it. */
export function ExportButton({ id }: { readonly id: string }) {
  const { commands } = useDesk()
  const { dialogs } = useOverlays()
  const [isBusy, setIsBusy] = useState(false)

  async function save() {
    setIsBusy(true)
    const answer = await commands.definition(id)
    setIsBusy(false)
    if (answer.ok) download(fileNameOf(answer.value), 'application/json', documentOf(answer.value))
    else await dialogs.alert({ title: `Failed to export strategy: ${answer.failure.text}` })
  }

  return (
    <Button icon={<Download size={14} aria-hidden="true" />} busy={isBusy} onClick={() => void save()}>
      Export JSON
    </Button>
  )
}
