import { useEffect, useRef, useState } from 'react'

/** Delay after the last keystroke, in ms. */
const DEBOUNCE_MS = 200

/**
 * Local state of a text field whose value lives in the URL: `onChange` is debounced, and external changes are adopted.
 */
export function useDebouncedValue(value: string, onChange: (value: string) => void) {
  const [typed, setTyped] = useState(value)
  const reported = useRef(value)
  useEffect(() => {
    if (value === reported.current) return
    reported.current = value
    setTyped(value)
  }, [value])
  useEffect(() => {
    if (typed === reported.current) return undefined
    const timer = setTimeout(() => {
      reported.current = typed
      onChange(typed)
    }, DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed, onChange])
  return [typed, setTyped] as const
}
