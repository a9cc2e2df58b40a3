import type { Settings } from '../settings.ts'

/** Message for the operator if a proxy must be in front, but the addresses that it reports are ignored. */
export function proxyNotice({ publicUrl, trustProxy }: Pick<Settings, 'publicUrl' | 'trustProxy'>): string | undefined {
  // This server speaks plain HTTP only, so something else terminates TLS.
  const isBehindProxy = publicUrl !== undefined && new URL(publicUrl).protocol === 'https:'
  if (!isBehindProxy || trustProxy) return undefined
  return 'Warning: PAIRBOT_PUBLIC_URL is https, so a proxy is in front, but PAIRBOT_TRUST_PROXY is 0: all users count as one address, and limits for strangers apply to them together'
}
