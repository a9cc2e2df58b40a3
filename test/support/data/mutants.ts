// JSON fragments that are invalid where a number is expected and that never appear in output by accident.
const LITERALS = [
  '1e999',
  '-1e999',
  'null',
  '-0',
  '1e308',
  '"nan"',
  '[]',
  '{}',
  'true',
  '"__proto__"',
  '""',
  '-1',
  '1e18',
]
const KEYS = [
  '__proto__',
  'constructor',
  'prototype',
  'stream_key',
  'message_id',
  'timestamp',
  'seq',
  'epoch',
  'data',
  'type',
]

/** A match at a random position, without a full scan; undefined if there is none. */
function anyMatch(text: string, pattern: RegExp, random: () => number): RegExpExecArray | undefined {
  pattern.lastIndex = Math.floor(random() * text.length)
  return pattern.exec(text) ?? pattern.exec(text) ?? undefined
}

const NUMBER = /(?<=[:[,])-?\d+(\.\d+)?/g
const NAME = /"\w+":/g

/** The message text with one random change: a bit, a deletion, a value, a name, an added field, or a huge number. */
export function mutant(text: string, random: () => number): string {
  const at = Math.floor(random() * text.length)
  const pick = (list: readonly string[]) => list[Math.floor(random() * list.length)] ?? ''
  const replaced = (pattern: RegExp, by: (found: string) => string) => {
    const match = anyMatch(text, pattern, random)
    return match === undefined
      ? text
      : text.slice(0, match.index) + by(match[0]) + text.slice(match.index + match[0].length)
  }
  switch (Math.floor(random() * 7)) {
    case 0:
      return (
        text.slice(0, at) +
        String.fromCharCode(text.charCodeAt(at) ^ (1 << Math.floor(random() * 8))) +
        text.slice(at + 1)
      )
    case 1:
      return text.slice(0, at) + text.slice(at + Math.floor(random() * 20))
    case 2:
      return replaced(NUMBER, () => pick(LITERALS))
    case 3:
      return replaced(NAME, () => `"${pick(KEYS)}":`)
    case 4:
      return replaced(NAME, (name) => `"${pick(KEYS)}":${pick(LITERALS)},${name}`)
    case 5:
      return replaced(NUMBER, (number) => `${random() < 0.5 ? '-' : ''}${number}${Math.floor(random() * 1e6)}`)
    default:
      return replaced(NAME, (name) => name.replace(/\w+/, (word) => word.split('').toReversed().join('')))
  }
}
