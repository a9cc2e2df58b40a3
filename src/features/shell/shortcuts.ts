/** Where a chord that starts with g leads. */
export const CHORDS = { d: '/dashboard', t: '/trading', m: '/monitoring', a: '/admin' } as const

export type ChordPath = (typeof CHORDS)[keyof typeof CHORDS]

export type ShortcutAction =
  | { readonly kind: 'help' }
  | { readonly kind: 'filter' }
  | { readonly kind: 'go'; readonly path: ChordPath }

/** When a g was pressed whose second key is still awaited, unix ms. */
export type PendingSince = number | undefined

/** Longest pause between the two keys of a chord, in milliseconds. */
const CHORD_MS = 1_000

const chordOf = (key: string): ChordPath | undefined =>
  key === 'd' || key === 't' || key === 'm' || key === 'a' ? CHORDS[key] : undefined

interface KeyResult {
  readonly pending: PendingSince
  readonly action?: ShortcutAction
}

/** What one key press at `now` (unix ms) leads to, and what it leaves waiting. */
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

const TEXT_INPUTS = 'input, textarea, select, [contenteditable]:not([contenteditable="false"]), [role="textbox"]'
const OPEN_OVERLAYS = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]'

/** True when a key belongs to what has the focus (a field, an open dialog or menu) or to the browser. */
export function isHandledElsewhere(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return true
  return event.target instanceof Element && event.target.closest(`${TEXT_INPUTS}, ${OPEN_OVERLAYS}`) !== null
}
