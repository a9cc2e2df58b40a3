import type { CustomStrategy } from '#contract/strategies/definition.ts'
import type { CatalogueStream } from '#contract/strategies/catalogue.ts'
import type { CreationOutcome, EditedVersion } from './types.ts'

/** Ports of the wizard. */
export interface WizardPorts {
  /** Streams to choose from. */
  readonly catalogue: readonly CatalogueStream[]
  /** Creates the strategy, or saves it as a new version of the one that was edited. */
  readonly create: (request: CustomStrategy, edits: EditedVersion | undefined) => Promise<CreationOutcome>
  /** Wall clock, unix ms. */
  readonly now: () => number
  /** Creates a random id for rules. */
  readonly newId: () => string
}
