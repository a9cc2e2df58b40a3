import { RequestError } from './errors.ts'

const CONTROL = /\p{Cc}/u
const CLIMBING = /(^|[\\/])\.\.([\\/]|$)/

/** Throws for addresses that could mean another path to somebody behind us: encoded dots, slashes, control characters. */
export function assertPlainAddress(url: string): void {
  const query = url.indexOf('?')
  const path = query < 0 ? url : url.slice(0, query)
  if (/%00/.test(url)) throw refused()
  let decoded: string
  try {
    decoded = decodeURIComponent(path)
  } catch {
    throw refused()
  }
  if (CONTROL.test(decoded) || CLIMBING.test(decoded)) throw refused()
}

const refused = () => new RequestError(400, 'The address contains characters that are not allowed.')
