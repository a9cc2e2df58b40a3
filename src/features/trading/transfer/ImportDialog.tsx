import { useState } from 'react'
import type { CustomStrategy } from '#contract/strategies/definition.ts'
import { useMutation } from '#src/app/use-mutation.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { Alert, type AlertProps } from '#src/ui/feedback/Alert.tsx'
import { KeyValueList } from '#src/ui/data/KeyValueList.tsx'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import { useTradingContext } from '../trading-context.ts'
import * as layout from '#src/ui/theme/layout.css.ts'
import { pluralize } from '#src/ui/format/number.ts'
import type { ChosenFile } from './ImportButton.tsx'
import type { ImportedStrategy } from './strategy-file.ts'

interface ImportDialogProps {
  readonly chosen: ChosenFile
  readonly onClose: () => void
}

interface LinesProps extends Pick<AlertProps, 'tone' | 'title'> {
  readonly lines: readonly string[]
}

function Lines({ lines, ...alert }: LinesProps) {
  return (
    <Alert {...alert}>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </Alert>
  )
}

const summaryOf = (definition: CustomStrategy) => [
  { label: 'Name', value: definition.name },
  { label: 'Status', value: definition.status },
  { label: 'Exchanges', value: definition.exchanges.join(', ') },
  { label: 'Symbols', value: definition.symbols.join(', ') },
  { label: 'Signal sources', value: pluralize(definition.signal_sources.length, 'source') },
  { label: 'Confluence rules', value: pluralize(definition.confluence_rules.length, 'rule') },
]

function Preview({ definition, ignored }: ImportedStrategy) {
  return (
    <>
      <KeyValueList items={summaryOf(definition)} />
      {ignored.length === 0 ? null : (
        <Lines tone="warning" title="Not part of a strategy, and not imported" lines={ignored} />
      )}
    </>
  )
}

/** Preview of an imported file, or its problems, before anything is created. */
export function ImportDialog({ chosen, onClose }: ImportDialogProps) {
  const { commands } = useTradingContext()
  const { toasts } = useOverlays()
  const { fileName, imported } = chosen
  // A new id: the exported strategy may still exist.
  const [id] = useState(() => `custom_${Date.now()}`)
  const { mutate, isPending, error } = useMutation(commands.createCustom)

  async function create(definition: CustomStrategy) {
    const result = await mutate({ ...definition, id })
    if (result?.ok !== true) return
    toasts.success(`Strategy "${definition.name}" created`)
    onClose()
  }

  return (
    <Dialog
      open
      onClose={() => {
        if (!isPending) onClose()
      }}
      title="Import Strategy"
      description={fileName}
      size="small"
      closeOnOutside={false}
      footer={
        <>
          <Button disabled={isPending} onClick={onClose}>
            {imported.ok ? 'Cancel' : 'Close'}
          </Button>
          {imported.ok ? (
            <Button
              variant="primary"
              busy={isPending}
              busyText="Creating..."
              onClick={() => void create(imported.value.definition)}
            >
              Create Strategy
            </Button>
          ) : null}
        </>
      }
    >
      <div className={layout.stack[4]}>
        {error === undefined ? null : (
          <Alert tone="danger" title="Failed to create strategy">
            {error.text}
          </Alert>
        )}
        {imported.ok ? (
          <Preview {...imported.value} />
        ) : (
          <Lines tone="danger" title="This file is not a valid strategy" lines={imported.error} />
        )}
      </div>
    </Dialog>
  )
}
