/** The current issues of a market, by key; several can be active at once. */
export interface HealthIssues {
  /** Adds or replaces an issue; the text is a sentence for users. */
  set(key: string, text: string): void
  clear(key: string): void
  /** All issues as one text, oldest first; undefined when there are none. */
  text(): string | undefined
}

/** @param onChange called with the new text whenever it changes */
export function createHealthIssues(onChange: (text: string | undefined) => void): HealthIssues {
  const active = new Map<string, string>()
  const text = () => (active.size === 0 ? undefined : [...active.values()].join(' '))

  function change(edit: () => void): void {
    const before = text()
    edit()
    if (text() !== before) onChange(text())
  }

  return {
    set: (key, sentence) => change(() => active.set(key, sentence)),
    clear: (key) => change(() => active.delete(key)),
    text,
  }
}
