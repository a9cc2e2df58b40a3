import { Upload } from 'lucide-react'
import { type ChangeEvent, useRef, useState } from 'react'
import type { CustomStrategy } from '#contract/strategies/definition.ts'
import { useMutation } from '#src/app/use-mutation.ts'
import { failure } from '#src/lib/result.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import { KeyValueList } from '#src/ui/data/KeyValueList.tsx'
import { Alert, type AlertProps } from '#src/ui/feedback/Alert.tsx'
import { pluralize } from '#src/ui/format/number.ts'
import { Dialog } from '#src/ui/overlays/Dialog.tsx'
import { useOverlays } from '#src/ui/overlays/OverlayProvider.tsx'
import * as layout from '#src/ui/theme/layout.css.ts'
import { useTradingContext } from '../trading-context.ts'
import * as css from '../trading.css.ts'
import { type ImportedStrategy, type ImportResult, MAX_FILE_BYTES, parseStrategyFile } from './strategy-file.ts'

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
function ImportDialog({ chosen, onClose }: ImportDialogProps) {
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

export interface ChosenFile {
  readonly fileName: string
  readonly imported: ImportResult
}

async function read(file: File): Promise<ImportResult> {
  if (file.size > MAX_FILE_BYTES) return failure([`The file is larger than ${MAX_FILE_BYTES / 1_000_000} MB`])
  try {
    return parseStrategyFile(await file.text())
  } catch {
    return failure(['The file cannot be read'])
  }
}

/** Imports a strategy from a file. */
export function ImportButton() {
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<ChosenFile>()

  async function choose({ target }: ChangeEvent<HTMLInputElement>) {
    const [file] = target.files ?? []
    // Allows the same file to be chosen again after it was fixed.
    target.value = ''
    if (file) setChosen({ fileName: file.name, imported: await read(file) })
  }

  return (
    <>
      <Button
        title="Create a strategy from an exported file"
        size="small"
        icon={<Upload size={14} aria-hidden="true" />}
        onClick={() => input.current?.click()}
      >
        Import
      </Button>
      <input
        ref={input}
        className={css.hidden}
        type="file"
        accept=".json,application/json"
        aria-label="Strategy file"
        onChange={(event) => void choose(event)}
      />
      {chosen === undefined ? null : <ImportDialog chosen={chosen} onClose={() => setChosen(undefined)} />}
    </>
  )
}
