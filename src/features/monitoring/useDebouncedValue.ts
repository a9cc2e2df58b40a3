import { useEffect, useRef, useState } from 'react'

/** The address follows what is typed after so many milliseconds of rest. */
const REST_MS = 200

/** Text that is typed here and kept elsewhere, in the address: `onRest` hands it on, and what comes back from there is taken. */
export function useTyped(value: string, onRest: (value: string) => void) {
  const [typed, setTyped] = useState(value)
  const told = useRef(value)
  useEffect(() => {
    if (value === told.current) return
    told.current = value
    setTyped(value)
  }, [value])
  useEffect(() => {
    if (typed === told.current) return undefined
    const timer = setTimeout(() => {
      told.current = typed
      onRest(typed)
    }, REST_MS)
    return () => clearTimeout(timer)
  }, [typed, onRest])
  return [typed, setTyped] as const
}
