import type { CustomStrategy } from '#contract/strategies/definition.ts'
import { createActor } from 'xstate'
import { CATALOGUE, type CatalogueStream } from '#contract/strategies/catalogue.ts'
import { createWizardMachine, type WizardActor } from '#src/machines/wizard/machine.ts'
import type { Created, CreationOutcome, WizardEvent } from '#src/machines/wizard/types.ts'

/** The stream of the catalogue whose name starts with `name`. */
export const streamNamed = (name: string): CatalogueStream => {
  const stream = CATALOGUE.find((other) => other.name.startsWith(name))
  if (!stream) throw new Error(`no stream ${name}`)
  return stream
}
export const CROSS = streamNamed('Cross-Timeframe Analysis')
export const STRUCTURE = streamNamed('Market Structure Analysis')
export const PATTERNS = streamNamed('Consolidated Patterns')

/** 2019-06-30 23:59:07 UTC. */
export const NOW = 1_561_939_147_000

/** A wizard whose create requests are settled by the test. */
export function createWizard() {
  const sent: CustomStrategy[] = []
  let resolveCreation: (outcome: CreationOutcome) => void = () => undefined
  let ids = 0
  const machine = createWizardMachine({
    catalogue: CATALOGUE,
    create: (request) => {
      sent.push(request)
      return new Promise((resolve) => {
        resolveCreation = resolve
      })
    },
    now: () => NOW,
    newId: () => `id-${++ids}`,
  })
  const actor: WizardActor = createActor(machine)
  const created: Created[] = []
  actor.on('created', (event) => created.push(event))
  actor.start()
  return {
    machine,
    actor,
    sent,
    created,
    /** Sends the events in order. */
    send: (...events: readonly WizardEvent[]) => {
      for (const event of events) actor.send(event)
    },
    settle: async (outcome: CreationOutcome) => {
      resolveCreation(outcome)
      await Promise.resolve()
      await Promise.resolve()
    },
  }
}

/** Events from the closed wizard to step 5, with everything filled in. */
export const TO_REVIEW: readonly WizardEvent[] = [
  { type: 'open' },
  { type: 'basics.edited', change: { name: '  Trend and structure ', description: 'Both at once' } },
  { type: 'next' },
  { type: 'source.added', id: CROSS.id },
  { type: 'source.added', id: STRUCTURE.id },
  { type: 'next' },
  { type: 'rule.begun' },
  { type: 'rule.edited', edit: { field: 'name', value: ' Agreement ' } },
  { type: 'rule.edited', edit: { field: 'source', value: CROSS.id } },
  { type: 'rule.edited', edit: { field: 'source', value: STRUCTURE.id } },
  { type: 'rule.edited', edit: { field: 'minSignals', value: 2 } },
  { type: 'rule.saved' },
  { type: 'next' },
  { type: 'next' },
]
