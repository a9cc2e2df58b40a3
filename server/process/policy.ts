import { type PolicyTable, POLICY, withOpenModels } from '../http/route-policy.ts'
import type { Settings } from '../settings.ts'

/** The policies under these settings. */
export const policyOf = ({ openModels }: Pick<Settings, 'openModels'>): PolicyTable =>
  openModels ? withOpenModels(POLICY) : POLICY
