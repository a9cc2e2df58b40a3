import { Upload } from 'lucide-react'
import { useRef, useState, type ChangeEvent } from 'react'
import { failure } from '#src/lib/result.ts'
import { Button } from '#src/ui/controls/Button.tsx'
import * as css from '../trading.css.ts'
import { MAX_FILE_BYTES, parseStrategyFile, type ImportResult } from './strategy-file.ts'
import { ImportDialog } from './ImportDialog.tsx'

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
