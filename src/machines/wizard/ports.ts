import type { CatalogueStream } from '#contract/strategies/catalogue.ts'
import type { CreationOutcome, CreationRequest } from './model.ts'

/** What the wizard needs from outside. */
export interface WizardPorts {
  /** The streams that can be chosen from. */
  readonly catalogue: readonly CatalogueStream[]
  readonly create: (request: CreationRequest) => Promise<CreationOutcome>
  /** Wall clock, unix ms. */
  readonly now: () => number
  /** A random id for the creation's key and for rules. */
  readonly newId: () => string
}
