import { MODEL_LIMITS } from '#contract/limits.ts'

/** Control characters, and those that turn the direction of text around or are not seen at all. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu
const FOLDERS = /^.*[\\/]/su

const MAX_ENDING = 20

/** A text from an upload as a label: one visible line of limited length. Empty when nothing is left. */
export const labelOf = (text: string, length: number = MODEL_LIMITS.maxLabel): string =>
  text
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(UNSEEN, '')
    .trim()
    .slice(0, length)
    // A character that was cut in two.
    .replace(UNSEEN, '')

/** The last part of what a file was called, without the folders before it. */
export function fileLabelOf(name: string): string {
  const { maxLabel } = MODEL_LIMITS
  const label = labelOf(name.replace(FOLDERS, ''), name.length)
  if (label.length <= maxLabel) return label
  // The ending says what it is: a long name loses what stands before it.
  const ending = /\.[^.]*$/u.exec(label)?.[0].slice(0, MAX_ENDING) ?? ''
  return labelOf(label, maxLabel - ending.length) + ending
}
