import type { CatalogueStream } from '#contract/strategies/catalogue.ts'
import type { CreationOutcome, CreationRequest } from './types.ts'

/** Ports of the wizard. */
export interface WizardPorts {
  /** Streams to choose from. */
  readonly catalogue: readonly CatalogueStream[]
  readonly create: (request: CreationRequest) => Promise<CreationOutcome>
  /** Wall clock, unix ms. */
  readonly now: () => number
  /** Creates a random id for idempotency keys and rules. */
  readonly newId: () => string
}
