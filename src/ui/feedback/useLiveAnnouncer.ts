import { useState } from 'react'

/** Text for a live region and a setter. A repeated text gets a trailing space, so that screen readers announce it again. */
export function useLiveAnnouncer(): readonly [announcement: string, announce: (text: string) => void] {
  const [announcement, setAnnouncement] = useState('')
  return [announcement, (text) => setAnnouncement((previous) => (previous === text ? `${text}\u00A0` : text))]
}
