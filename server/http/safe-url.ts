import { RequestError } from './errors.ts'

const CONTROL = /\p{Cc}/u
const TRAVERSAL = /(^|[\\/])\.\.([\\/]|$)/

/** Throws for URLs that another parser could read as a different path: encoded `..` segments, control characters. */
export function assertSafeUrl(url: string): void {
  const query = url.indexOf('?')
  const path = query < 0 ? url : url.slice(0, query)
  if (/%00/.test(url)) throw unsafeUrl()
  let decoded: string
  try {
    decoded = decodeURIComponent(path)
  } catch {
    throw unsafeUrl()
  }
  if (CONTROL.test(decoded) || TRAVERSAL.test(decoded)) throw unsafeUrl()
}

const unsafeUrl = () => new RequestError(400, 'The address contains characters that are not allowed.')
