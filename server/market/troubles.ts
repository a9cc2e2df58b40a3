/** What keeps a market from delivering, by what it concerns: several troubles can stand at once. */
export interface Troubles {
  /** Notes one; the text is a sentence for people. */
  set(key: string, text: string): void
  clear(key: string): void
  /** All of them in words, the oldest first; undefined when there is none. */
  text(): string | undefined
}

/** @param changed told the new text each time it is another one */
export function createTroubles(changed: (text: string | undefined) => void): Troubles {
  const standing = new Map<string, string>()
  const text = () => (standing.size === 0 ? undefined : [...standing.values()].join(' '))

  function change(edit: () => void): void {
    const before = text()
    edit()
    if (text() !== before) changed(text())
  }

  return {
    set: (key, sentence) => change(() => standing.set(key, sentence)),
    clear: (key) => change(() => standing.delete(key)),
    text,
  }
}
