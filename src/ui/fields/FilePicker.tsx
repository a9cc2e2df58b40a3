import { FilePlus } from 'lucide-react'
import { useState, type ChangeEvent, type ReactNode } from 'react'
import * as css from './FilePicker.css.ts'

export interface FilePickerProps {
  readonly label: string
  /** Endings that the browser's own dialog offers, as its `accept` takes them. */
  readonly accept: string
  /** What may be chosen. */
  readonly hint?: ReactNode
  readonly disabled?: boolean | undefined
  readonly onFiles: (files: readonly File[]) => void
}

/** Files to choose in the browser's own dialog, or to drop: the field lies over its words. The same file can be chosen again. */
export function FilePicker({ label, accept, hint, disabled = false, onFiles }: FilePickerProps) {
  const [isDragOver, setDragOver] = useState(false)
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    setDragOver(false)
    onFiles([...(event.target.files ?? [])])
    event.target.value = ''
  }
  return (
    <div className={css.dropzone} data-over={isDragOver} data-disabled={disabled}>
      <input
        type="file"
        className={css.input}
        aria-label={label}
        accept={accept}
        multiple
        disabled={disabled}
        onChange={pick}
        onDragEnter={() => setDragOver(true)}
        onDragLeave={() => setDragOver(false)}
      />
      <span className={css.label} aria-hidden="true">
        <FilePlus size={16} />
        {label}
      </span>
      {hint}
    </div>
  )
}
