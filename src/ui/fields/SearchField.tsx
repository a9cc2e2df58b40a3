import { useEffect, useEffectEvent, useState } from 'react'
import { TextField } from './TextField.tsx'

/** Pause in typing before a search, in ms. */
const DEBOUNCE_MS = 250

export interface SearchFieldProps {
  readonly label: string
  readonly value: string
  /**
   * Called with the trimmed text when typing pauses and on Enter. Not on blur: a list that changes while one of its
   * buttons is pressed would move the button from under the finger.
   */
  readonly onSearch: (text: string) => void
  readonly placeholder?: string | undefined
  readonly error?: string | undefined
  readonly maxLength?: number | undefined
  /** Whether the `/` shortcut focuses it. One per screen. */
  readonly isMain?: boolean | undefined
}

/** A debounced list filter. Changes from outside, such as Back, show immediately. */
export function SearchField(props: SearchFieldProps) {
  const { label, value, onSearch, placeholder, error, maxLength = 320, isMain = false } = props
  const [draft, setDraft] = useState(value)
  const [seen, setSeen] = useState(value)
  const [sent, setSent] = useState(value)
  if (value !== seen) {
    setSeen(value)
    if (value !== sent) {
      setDraft(value)
      setSent(value)
    }
  }

  const send = (typed: string) => {
    const text = typed.trim()
    if (text === sent) return
    setSent(text)
    onSearch(text)
  }
  const onPause = useEffectEvent(send)
  useEffect(() => {
    const timer = setTimeout(() => onPause(draft), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [draft])

  return (
    <TextField
      label={label}
      type="search"
      autoComplete="off"
      spellCheck={false}
      value={draft}
      placeholder={placeholder}
      error={error}
      maxLength={maxLength}
      data-list-filter={isMain || undefined}
      onChange={(event) => setDraft(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') send(draft)
      }}
    />
  )
}
