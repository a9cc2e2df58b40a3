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
  const [isOver, setOver] = useState(false)
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    setOver(false)
    onFiles([...(event.target.files ?? [])])
    event.target.value = ''
  }
  return (
    <div className={css.place} data-over={isOver} data-disabled={disabled}>
      <input
        type="file"
        className={css.input}
        aria-label={label}
        accept={accept}
        multiple
        disabled={disabled}
        onChange={take}
        onDragEnter={() => setOver(true)}
        onDragLeave={() => setOver(false)}
      />
      <span className={css.label} aria-hidden="true">
        <FilePlus size={16} />
        {label}
      </span>
      {hint}
    </div>
  )
}
