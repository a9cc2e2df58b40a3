/** Ordered, first match wins: browsers built on another one name both in their User-Agent. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bCriOS\/|\b(Headless)?Chrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]
const MAX_LENGTH = 40

const firstMatch = (names: typeof BROWSERS, text: string) => names.find(([pattern]) => pattern.test(text))?.[1]

/** 'Chrome on Linux' from a User-Agent; its first word if the browser is not recognized, 'Unknown' if empty. */
export function deviceName(userAgent: string | undefined): string {
  const text = userAgent?.trim() ?? ''
  const browser = firstMatch(BROWSERS, text)
  const system = firstMatch(SYSTEMS, text)
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`
  return browser ?? system ?? (text.split(/\s/)[0]?.slice(0, MAX_LENGTH) || 'Unknown')
}

const NAMES: readonly (readonly [RegExp, string])[] = [
  [/^(127\.|::1$)/, 'this computer'],
  [/^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.|169\.254\.|f[cd][\da-f]{2}:|fe[89ab][\da-f]:)/i, 'local network'],
]

/** An IP address with what can be known of its place without asking any other service: '192.168.1.4 (local network)'. */
export function addressText(address: string | null): string {
  if (address === null) return 'Unknown'
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '')
  const place = NAMES.find(([pattern]) => pattern.test(plain))?.[1]
  return place === undefined ? address : `${address} (${place})`
}
