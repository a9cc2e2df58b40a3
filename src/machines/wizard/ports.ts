import type { CustomStrategy } from '#contract/strategies/definition.ts'
import type { CatalogueStream } from '#contract/strategies/catalogue.ts'
import type { CreationOutcome } from './types.ts'

/** Ports of the wizard. */
export interface WizardPorts {
  /** Streams to choose from. */
  readonly catalogue: readonly CatalogueStream[]
  readonly create: (request: CustomStrategy) => Promise<CreationOutcome>
  /** Wall clock, unix ms. */
  readonly now: () => number
  /** Creates a random id for rules. */
  readonly newId: () => string
}
