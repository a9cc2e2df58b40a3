import { act, renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useLiveAnnouncer } from '#src/ui/feedback/LiveRegion.tsx'

it('[CH-30] a repeated announcement differs, so that it is read out again', () => {
  const { result } = renderHook(useLiveAnnouncer)
  const say = (text: string) => {
    act(() => result.current[1](text))
    return result.current[0]
  }
  expect(result.current[0]).toBe('')
  expect([say('one'), say('one'), say('one'), say('two')]).toEqual(['one', 'one\u00A0', 'one', 'two'])
})
