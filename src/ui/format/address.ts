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
