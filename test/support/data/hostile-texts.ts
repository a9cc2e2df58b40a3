const ACCENTS = Array.from({ length: 16 }, (_, index) => String.fromCharCode(0x300 + index)).join('')

/** Texts that are hard on fonts, line breaks or the clipboard. */
const SAMPLES: Readonly<Record<string, string>> = {
  'right to left': '\u202Eright to left\u2067 הבאה عليكم',
  'zero width': `zero\u200B\u200C\u200D\u2060${'\u200B'.repeat(60)}width`,
  'combining storm': `s${ACCENTS}t${ACCENTS}o${ACCENTS}r${ACCENTS}m${ACCENTS}`,
  'lone surrogates': 'high \uD83D low \uDE00 turned \uDE00\uD83D',
  'four bytes': '𝒳👩‍👩‍👧‍👦🏳️‍🌈🇨🇭𠜎'.repeat(5),
  'one long word': 'W'.repeat(230),
  lines: 'one\u2028two\u2029three\r\nfour\tfive\u0085six\u000Bseven',
  controls: 'null \u0000 bell \u0007 escape \u001B[31m delete \u007F',
  markup: '<img src=x onerror=alert(1)>&lt;b&gt;</script>',
  'wide spaces': `a\u3000\u2003\u00A0${'\u00A0'.repeat(80)}b`,
}

/** One text of each kind as a person may write it, some far too long, without a space to break at. */
export const STRANGE_TEXTS: readonly string[] = [
  ...Object.values(SAMPLES),
  'W'.repeat(500),
  `${'first.last'.repeat(12)}@${'sub-domain.'.repeat(12)}example.org`,
  '\u05E9\u05DC\u05D5\u05DD\u05E2\u05D5\u05DC\u05DD'.repeat(30),
  '\u{1F469}\u200D\u{1F469}\u200D\u{1F467}\u200D\u{1F466}'.repeat(60),
  'lines\n'.repeat(20),
]

/** All samples and all pairs of them, truncated. */
export const HOSTILE_TEXTS: readonly string[] = [
  ...Object.values(SAMPLES),
  ...Object.values(SAMPLES).flatMap((a) => Object.values(SAMPLES).map((b) => `${a.slice(0, 100)}${b.slice(0, 120)}`)),
]

const FREE_TEXT_FIELDS = new Set([
  'break_type',
  'code',
  'description',
  'exchange',
  'expected_reaction',
  'formation_stage',
  'key_insight',
  'message',
  'pattern',
  'pattern_name',
  'regime',
  'trading_pair',
])

/** A payload with this text in every free-text field. */
export function withText(value: unknown, text: string): unknown {
  if (Array.isArray(value)) return value.map((each: unknown) => withText(each, text))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, current]) => [
      name,
      FREE_TEXT_FIELDS.has(name) && typeof current === 'string' ? text : withText(current, text),
    ]),
  )
}
