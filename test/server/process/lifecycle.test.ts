import { expect, it } from 'vitest'
import { createLifecycle } from '#server/process/lifecycle.ts'

it('[OP-9] stops the newest first, each once, and continues after a failure', async () => {
  const lifecycle = createLifecycle()
  const stopped: string[] = []
  const fault = new Error('stuck')
  lifecycle.add('database', () => void stopped.push('database'))
  lifecycle.add('market', () => Promise.reject(fault))
  lifecycle.add('http', () => void stopped.push('http'))
  expect(await lifecycle.stop()).toEqual([{ name: 'market', error: fault }])
  expect(await lifecycle.stop()).toEqual([])
  expect(stopped).toEqual(['http', 'database'])
})
