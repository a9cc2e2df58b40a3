import { onTestFinished, vi } from 'vitest'
import { createActor } from 'xstate'
import type { FaultInjection, Fault } from '#contract/fault-injection.ts'
import {
  createFaultInjectionMachine,
  faultInjectionCommands,
  faultPhase,
  faultRecord,
} from '#src/machines/fault-injection/machine.ts'
import type { Result } from '#src/lib/result.ts'
import type { Channel, Observation } from '#src/machines/fault-injection/record.ts'

export const faultInjectionOf = (fault: Fault): FaultInjection => ({
  id: 'd-1',
  fault,
  started_at: new Date().toISOString(),
  ends_at: new Date(Date.now() + fault.seconds * 1000).toISOString(),
})

/** The fault injection machine with a scripted server and scripted observations, on the fake clock of the test. */
export function startFaultInjectionHarness() {
  const requests: (Fault | 'stop')[] = []
  const script: { start?: Result<FaultInjection>; stop?: Result<null>; delayMs: number } = { delayMs: 100 }
  let report: ((observation: Observation) => void) | undefined
  let notifySession: () => void = () => undefined
  const later = <T>(result: T) => new Promise<T>((done) => setTimeout(() => done(result), script.delayMs))
  const machine = createFaultInjectionMachine({
    api: {
      start(fault) {
        requests.push(fault)
        return later(script.start ?? { ok: true, value: faultInjectionOf(fault) })
      },
      stop() {
        requests.push('stop')
        return later(script.stop ?? { ok: true, value: null })
      },
    },
    observe(_, observeText) {
      report = observeText
      return () => {
        report = undefined
      }
    },
    watchSession(changed) {
      notifySession = changed
      return () => undefined
    },
    now: () => Date.now(),
  })
  const actor = createActor(machine).start()
  onTestFinished(() => void actor.stop())
  return {
    actor,
    machine,
    ...faultInjectionCommands(actor),
    script,
    requests,
    isObserving: () => report !== undefined,
    observeStates: (channel: Channel, ...states: string[]) => {
      for (const state of states) report?.({ kind: 'state', channel, state, at: Date.now() })
    },
    observeText: (text: string) => report?.({ kind: 'text', text, at: Date.now() }),
    changeSession: () => notifySession(),
    phase: () => faultPhase(actor.getSnapshot()),
    record: () => faultRecord(actor.getSnapshot()),
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  }
}
