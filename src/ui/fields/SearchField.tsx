import { useEffect, useEffectEvent, useState } from 'react'
import { TextField } from './TextField.tsx'

/** Pause in typing after which the text is searched for, in milliseconds. */
const DEBOUNCE_MS = 250

export interface SearchFieldProps {
  readonly label: string
  readonly value: string
  /** Called with the text, without blanks around it, when typing pauses, on Enter, and when the field is left. */
  readonly onSearch: (text: string) => void
  readonly placeholder?: string | undefined
  readonly error?: string | undefined
  readonly maxLength?: number | undefined
  /** The filter that `/` leads to. One per screen. */
  readonly isMain?: boolean | undefined
}

/** Text that filters a list while it is typed. What changes it from outside, such as Back, shows at once. */
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
      onBlur={() => send(draft)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') send(draft)
      }}
    />
  )
}
