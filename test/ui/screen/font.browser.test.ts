import { afterEach, expect, it, vi } from 'vitest'
import { loadFont } from '#src/ui/screen/font.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

const turns = async () => {
  for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame)
}

it('[CH-28] calls back when a font is loaded, not if it was loaded before', async () => {
  const load = vi.spyOn(document.fonts, 'load').mockResolvedValue([])
  const check = vi.spyOn(document.fonts, 'check').mockReturnValue(true)
  const loaded = vi.fn<() => void>()
  loadFont('11px Some', loaded)
  await turns()
  expect([load.mock.calls.length, loaded.mock.calls.length]).toEqual([0, 0])
  check.mockReturnValue(false)
  loadFont('11px Some', loaded)
  await vi.waitFor(() => expect(loaded).toHaveBeenCalledTimes(1))
  expect(load.mock.calls).toEqual([['11px Some']])
})

it('[CH-28] ignores a font that fails to load', async () => {
  vi.spyOn(document.fonts, 'check').mockReturnValue(false)
  vi.spyOn(document.fonts, 'load').mockRejectedValue(new Error('no font'))
  const loaded = vi.fn<() => void>()
  loadFont('11px Some', loaded)
  await turns()
  expect(loaded).not.toHaveBeenCalled()
})
