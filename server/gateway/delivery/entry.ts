import type { Publication } from '../ports.ts'

/** A publication encoded once for all clients. */
export interface Entry {
  /** Counts the publications of an endpoint; a client whose `firstEntry` is n gets the entries from n on. */
  readonly number: number
  readonly stream: string
  readonly lossless: boolean
  readonly text: string
  readonly bytes: number
}

export function encodeEntry({ stream, delivery, message }: Publication, number: number): Entry {
  const text = JSON.stringify(message)
  return { number, stream, lossless: delivery === 'lossless', text, bytes: Buffer.byteLength(text) }
}
