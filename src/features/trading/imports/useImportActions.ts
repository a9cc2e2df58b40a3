import { useMemo } from 'react'
import type { CandleImport } from '#contract/candle-imports.ts'
import type { CandleImports } from '#src/app/services.ts'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'

/** What can be done with an import that has not ended. */
export interface ImportActions {
  readonly pause: (of: CandleImport) => void
  readonly resume: (of: CandleImport) => void
  readonly cancel: (of: CandleImport) => void
}

/** Changes of imports: cancelling asks first; a failure shows the server's message. */
export function useImportActions(imports: CandleImports): ImportActions {
  const { dialogs } = useOverlays()
  return useMemo(() => {
    const act = (verb: 'pause' | 'resume' | 'cancel') => async (of: CandleImport) => {
      const result = await imports[verb](of.id)
      if (!result.ok) await dialogs.alert({ title: `Failed to ${verb} the import of "${of.file}": ${result.error}` })
    }
    async function confirmCancel(of: CandleImport): Promise<void> {
      const isConfirmed = await dialogs.confirm({
        title: `Are you sure you want to cancel the import of "${of.file}"?`,
        text: 'Nothing of it will be in the library.',
        confirmText: 'Cancel Import',
        cancelText: 'Go On',
        danger: true,
      })
      if (isConfirmed) await act('cancel')(of)
    }
    return {
      pause: (of) => void act('pause')(of),
      resume: (of) => void act('resume')(of),
      cancel: (of) => void confirmCancel(of),
    }
  }, [imports, dialogs])
}
