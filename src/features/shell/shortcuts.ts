/** Targets of the chords that start with g. */
export const CHORDS = { d: '/dashboard', t: '/trading', m: '/monitoring', a: '/admin' } as const

export type ChordPath = (typeof CHORDS)[keyof typeof CHORDS]

export type ShortcutAction =
  | { readonly kind: 'palette' }
  | { readonly kind: 'help' }
  | { readonly kind: 'filter' }
  | { readonly kind: 'go'; readonly path: ChordPath }

/** Time of a g that waits for its second key, ms. */
export type PendingSince = number | undefined

/** Longest pause between the two keys of a chord, ms. */
const CHORD_MS = 1_000

const chordOf = (key: string): ChordPath | undefined =>
  key === 'd' || key === 't' || key === 'm' || key === 'a' ? CHORDS[key] : undefined

interface KeyResult {
  readonly pending: PendingSince
  readonly action?: ShortcutAction
}

/** Action of a key pressed at `now` (ms), and the chord still pending. */
export function handleKey(pending: PendingSince, key: string, now: number): KeyResult {
  if (pending !== undefined && now - pending <= CHORD_MS) {
    const path = chordOf(key)
    if (path !== undefined) return { pending: undefined, action: { kind: 'go', path } }
  }
  if (key === 'g') return { pending: now }
  if (key === '?') return { pending: undefined, action: { kind: 'help' } }
  if (key === '/') return { pending: undefined, action: { kind: 'filter' } }
  return { pending: undefined }
}

/** Ctrl+K or Cmd+K: works in fields too, but not over an open dialog or menu. */
export const opensPalette = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === 'k' &&
  (event.ctrlKey || event.metaKey) &&
  !event.altKey &&
  !event.shiftKey &&
  !event.defaultPrevented &&
  !(event.target instanceof Element && event.target.closest(OPEN_OVERLAYS) !== null)

const TEXT_INPUTS = 'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"]'
const OPEN_OVERLAYS = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/** True if the key belongs to the focused field, an open dialog or menu, or the browser. */
export function isHandledElsewhere(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return true
  return event.target instanceof Element && event.target.closest(`${TEXT_INPUTS}, ${OPEN_OVERLAYS}`) !== null
}
