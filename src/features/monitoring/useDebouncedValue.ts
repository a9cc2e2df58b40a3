import { useEffect, useRef, useState } from 'react'

/** The address follows what is typed after so many milliseconds of rest. */
const DEBOUNCE_MS = 200

/** Text that is typed here and kept elsewhere, in the address: `onRest` hands it on, and what comes back from there is taken. */
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
