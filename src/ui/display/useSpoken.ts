import { useState } from 'react'

/** A text for a live region, and how to say another. What is said twice must differ to be heard twice: by a blank. */
export function useSpoken(): readonly [spoken: string, say: (text: string) => void] {
  const [spoken, setSpoken] = useState('')
  return [spoken, (text) => setSpoken((before) => (before === text ? `${text}\u00A0` : text))]
}
