import { createActor, type InspectionEvent } from 'xstate'
import { createProofMachine, type ProofActor, proofCommands } from '#src/machines/proof.ts'
import type { SessionActor } from '#src/machines/session/machine.ts'
import type { Call } from '#src/transport/http/http.ts'
import { onSessionChange } from './session-changes.ts'

interface ProofDeps {
  /** A call without proof. */
  readonly call: Call
  readonly session: SessionActor
  readonly inspect: ((event: InspectionEvent) => void) | undefined
}

/** Starts the proof of identity, idle. Its calls are loaded when it first asks. */
export function startProof({ call, session, inspect }: ProofDeps): ProofActor {
  const api = async () => (await import('#src/transport/api/account.ts')).createProofApi(call)
  const machine = createProofMachine({
    api: {
      methods: async (signal) => (await api()).methods(signal),
      prove: async (given, signal) => (await api()).prove(given, signal),
    },
    watchSession: onSessionChange(session),
  })
  return createActor(machine, { id: 'proof', ...(inspect && { inspect }) }).start()
}

/** Asks the user, and waits: resolves to whether they have proven who they are. */
export const askForProof = (actor: ProofActor): Promise<boolean> =>
  new Promise((resolve) => {
    const subscription = actor.on('answered', ({ isProven }) => {
      subscription.unsubscribe()
      resolve(isProven)
    })
    proofCommands(actor).ask()
  })
