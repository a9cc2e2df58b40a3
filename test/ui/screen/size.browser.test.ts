import { afterEach, expect, it, vi } from 'vitest'
import { observeSize } from '#src/ui/screen/size.ts'

const element = document.createElement('div')
const frames = async (count = 3) => {
  for (let i = 0; i < count; i++) await new Promise(requestAnimationFrame)
}

afterEach(() => element.remove())

it('[CH-28] reports changed sizes, not the initial one, until aborted', async () => {
  element.style.width = '100px'
  document.body.append(element)
  const end = new AbortController()
  const changed = vi.fn<() => void>()
  observeSize(element, end.signal, changed)
  await frames()
  expect(changed).not.toHaveBeenCalled()
  element.style.width = '90px'
  await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(1))
  end.abort()
  element.style.width = '80px'
  await frames()
  expect(changed).toHaveBeenCalledTimes(1)
})

it('[CH-28] reports a size that changed before the first observation', async () => {
  element.style.width = '100px'
  document.body.append(element)
  const end = new AbortController()
  const changed = vi.fn<() => void>()
  observeSize(element, end.signal, changed)
  element.style.width = '90px'
  await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(1))
  end.abort()
})
