import { onTestFinished, vi } from 'vitest'
import { createActor } from 'xstate'
import type { Drill, DrillFault } from '#contract/fault-injection.ts'
import { drillCommands } from '#src/machines/fault-injection/commands.ts'
import { createDrillMachine } from '#src/machines/fault-injection/machine.ts'
import type { Answer } from '#src/machines/fault-injection/ports.ts'
import type { Channel, Sighting } from '#src/machines/fault-injection/record.ts'
import { drillPhase, drillRecord } from '#src/machines/fault-injection/selectors.ts'

export const drillOf = (fault: DrillFault): Drill => ({
  id: 'd-1',
  fault,
  started_at: new Date().toISOString(),
  ends_at: new Date(Date.now() + fault.seconds * 1000).toISOString(),
})

/** A drill over a scripted server and what the test says is seen, on the fake clock that the test has installed. */
export function startDrillRig() {
  const asked: (DrillFault | 'stop')[] = []
  const script: { start?: Answer<Drill>; stop?: Answer<null>; delayMs: number } = { delayMs: 100 }
  let report: ((sighting: Sighting) => void) | undefined
  let tellSession: () => void = () => undefined
  const later = <T>(answer: T) => new Promise<T>((done) => setTimeout(() => done(answer), script.delayMs))
  const machine = createDrillMachine({
    api: {
      start(fault) {
        asked.push(fault)
        return later(script.start ?? { ok: true, value: drillOf(fault) })
      },
      stop() {
        asked.push('stop')
        return later(script.stop ?? { ok: true, value: null })
      },
    },
    observe(_, tell) {
      report = tell
      return () => {
        report = undefined
      }
    },
    watchSession(changed) {
      tellSession = changed
      return () => undefined
    },
    now: () => Date.now(),
  })
  const actor = createActor(machine).start()
  onTestFinished(() => void actor.stop())
  return {
    actor,
    machine,
    ...drillCommands(actor),
    script,
    asked,
    isObserving: () => report !== undefined,
    see: (channel: Channel, ...states: string[]) => {
      for (const state of states) report?.({ kind: 'state', channel, state, at: Date.now() })
    },
    tell: (text: string) => report?.({ kind: 'text', text, at: Date.now() }),
    changeSession: () => tellSession(),
    phase: () => drillPhase(actor.getSnapshot()),
    record: () => drillRecord(actor.getSnapshot()),
    pass: (ms: number) => vi.advanceTimersByTimeAsync(ms),
  }
}
