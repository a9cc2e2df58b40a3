/** Longest JSON that is painted, in characters; copying always takes all of it. */
const PAINTED = 100_000

/** A message as indented JSON; what JSON cannot hold is told as text. */
export function jsonOf(data: unknown): string {
  try {
    return JSON.stringify(data, null, 2) ?? String(data)
  } catch {
    return String(data)
  }
}

/** The part of a text that is painted, and whether it is all of it. */
export const paintable = (json: string): { readonly text: string; readonly isCut: boolean } => ({
  text: json.slice(0, PAINTED),
  isCut: json.length > PAINTED,
})
