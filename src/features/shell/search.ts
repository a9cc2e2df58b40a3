// Part of the initial bundle, so it imports no schemas.

const DIALOGS = ['connection', 'shortcuts', 'first-steps'] as const
const PANELS = ['machines', 'streams', 'recording'] as const

/** Search params of every signed-in screen: an open dialog of the shell, and what the docked inspector shows. */
export interface ShellSearch {
  readonly dialog?: (typeof DIALOGS)[number] | undefined
  /** Docks the inspector at this panel. */
  readonly inspector?: (typeof PANELS)[number] | undefined
  /** Key of the actor that the inspector shows. */
  readonly actor?: string | undefined
}

const MAX_LENGTH = 200

/** The router parses 7 in an address as a number. */
const parseText = (value: unknown): string | undefined => {
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : ''
  return text === '' || text.length > MAX_LENGTH ? undefined : text
}

/** Parses the search params. Invalid ones are dropped; it never throws. */
export const shellSearch = (raw: Record<string, unknown>): ShellSearch => ({
  dialog: DIALOGS.find((each) => each === raw['dialog']),
  inspector: PANELS.find((each) => each === raw['inspector']),
  actor: parseText(raw['actor']),
})
