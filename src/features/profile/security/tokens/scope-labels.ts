import type { ApiScope } from '#contract/api-tokens.ts'

/** What a scope allows, in words. */
export const SCOPE_LABELS: Readonly<Record<ApiScope, string>> = {
  'market:read': 'Read market data',
  'streams:read': 'Read streams',
  'strategies:read': 'Read strategies',
  'strategies:write': 'Change strategies',
  'models:read': 'Read models',
  'models:write': 'Change models',
}
