/** What keeps a market from delivering, by what it concerns: several troubles can stand at once. */
export interface HealthIssues {
  /** Notes one; the text is a sentence for people. */
  set(key: string, text: string): void
  clear(key: string): void
  /** All of them in words, the oldest first; undefined when there is none. */
  text(): string | undefined
}

/** @param onChange told the new text each time it is another one */
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
