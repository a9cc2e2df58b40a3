import type { AnyStateMachine, AnyStateNode } from 'xstate'
import { createConnectionMachine } from '#src/machines/connection/machine.ts'
import { createFaultInjectionMachine } from '#src/machines/fault-injection/machine.ts'
import { createHealthMachine } from '#src/machines/health/machine.ts'
import { createUploadMachine } from '#src/machines/model-upload/machine.ts'
import { createModelsMachine } from '#src/machines/models/machine.ts'
import { createPlayerMachine } from '#src/machines/player.ts'
import { createProofMachine } from '#src/machines/proof.ts'
import { sessionMachine } from '#src/machines/session/machine.ts'
import { createWizardMachine } from '#src/machines/wizard/machine.ts'

/** Unused ports: only the definitions are inspected. */
const UNUSED_PORTS = new Proxy({}, { get: () => () => undefined }) as never

/** Every machine of the client by its folder. */
export const MACHINES: Readonly<Record<string, AnyStateMachine>> = {
  connection: createConnectionMachine(UNUSED_PORTS),
  'fault-injection': createFaultInjectionMachine(UNUSED_PORTS),
  health: createHealthMachine(UNUSED_PORTS),
  'model-upload': createUploadMachine(UNUSED_PORTS),
  models: createModelsMachine(UNUSED_PORTS),
  player: createPlayerMachine(UNUSED_PORTS),
  proof: createProofMachine(UNUSED_PORTS),
  session: sessionMachine,
  wizard: createWizardMachine(UNUSED_PORTS),
}

/** A state and all states inside it. */
export const nodesBelow = (node: AnyStateNode): AnyStateNode[] => [
  node,
  ...Object.values(node.states).flatMap(nodesBelow),
]
