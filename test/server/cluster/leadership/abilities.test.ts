import { expect, it } from 'vitest'
import { watchAbilities } from '#server/cluster/leadership/abilities.ts'
import { createManualTimers } from '#test/support/server/manual-timers.ts'

type Answer = 'yes' | 'no' | 'none'

function setUp() {
  const timers = createManualTimers()
  const answers: Record<string, Answer> = { Redis: 'yes', 'The exchange': 'yes' }
  const probed: string[] = []
  const needs = Object.keys(answers).map((name) => ({
    name,
    probe() {
      probed.push(name)
      if (answers[name] === 'none') return new Promise<void>(() => undefined)
      return answers[name] === 'yes' ? Promise.resolve() : Promise.reject(new Error('no'))
    },
  }))
  const abilities = watchAbilities({ needs, clock: timers.now, after: (ms, run) => timers.after(ms, run) })
  async function pass(ms: number) {
    for (let passed = 0; passed < ms; passed += 100) {
      await timers.advance(100)
      for (let turn = 0; turn < 5; turn += 1) await Promise.resolve()
    }
  }
  return { timers, answers, probed, abilities, pass }
}

it('[LD-16] is not known to have what has not answered yet', async () => {
  const { abilities, pass } = setUp()
  expect(abilities.problem()).toBe('Redis')
  expect(abilities.failingForMs()).toBe(0)
  await pass(100)
  expect(abilities.problem()).toBeUndefined()
})

it.each(['no', 'none'] as const)('[LD-16] counts from when a probe was sent that was answered "%s"', async (answer) => {
  const { abilities, answers, pass } = setUp()
  await pass(100)
  answers['The exchange'] = answer
  await pass(6_000)
  expect(abilities.problem()).toBe('The exchange')
  expect(abilities.failingForMs()).toBeGreaterThanOrEqual(4_900)
  expect(abilities.failingForMs()).toBeLessThanOrEqual(6_000)
  answers['The exchange'] = 'yes'
  await pass(4_000)
  expect([abilities.problem(), abilities.failingForMs()]).toEqual([undefined, 0])
})

it('[LD-16] probes nothing any more once it is stopped', async () => {
  const { abilities, probed, pass } = setUp()
  await pass(3_000)
  abilities.stop()
  const { length } = probed
  await pass(10_000)
  expect(probed).toHaveLength(length)
})
