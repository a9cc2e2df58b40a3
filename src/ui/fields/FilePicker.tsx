import { FilePlus } from 'lucide-react'
import { useState, type ChangeEvent, type ReactNode } from 'react'
import * as css from './FilePicker.css.ts'

export interface FilePickerProps {
  readonly label: string
  /** The input's `accept` attribute. */
  readonly accept: string
  /** Describes the accepted files. */
  readonly hint?: ReactNode
  readonly disabled?: boolean | undefined
  readonly onFiles: (files: readonly File[]) => void
}

/** A file input that is also a dropzone. The same file can be picked again. */
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
