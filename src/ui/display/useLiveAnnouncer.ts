import { useState } from 'react'

/** A text for a live region, and how to say another. What is said twice must differ to be heard twice: by a blank. */
export function useLiveAnnouncer(): readonly [spoken: string, say: (text: string) => void] {
  const [spoken, setAnnouncement] = useState('')
  return [spoken, (text) => setAnnouncement((before) => (before === text ? `${text}\u00A0` : text))]
}
