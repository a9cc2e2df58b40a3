import { MODEL_LIMITS } from '#contract/limits.ts'

/** Control characters, text direction overrides and other invisible characters. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu
const FOLDERS = /^.*[\\/]/su

const MAX_ENDING = 20

/** Sanitises an uploaded text to one visible line of limited length; empty if nothing is left. */
export const labelOf = (text: string, length: number = MODEL_LIMITS.maxLabel): string =>
  text
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(UNSEEN, '')
    .trim()
    .slice(0, length)
    // A surrogate pair may have been cut in half.
    .replace(UNSEEN, '')

/** The sanitised base name of an uploaded file. */
export function fileLabelOf(name: string): string {
  const { maxLabel } = MODEL_LIMITS
  const label = labelOf(name.replace(FOLDERS, ''), name.length)
  if (label.length <= maxLabel) return label
  // Shorten the name before the extension, which determines the format.
  const ending = /\.[^.]*$/u.exec(label)?.[0].slice(0, MAX_ENDING) ?? ''
  return labelOf(label, maxLabel - ending.length) + ending
}
