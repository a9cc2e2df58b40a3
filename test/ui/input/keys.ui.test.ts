import { fireEvent } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { listenToKeys, sliderKeys } from '#src/ui/input/navigation.ts'

let element: HTMLElement
let end: AbortController
let done: string[]

/** Whether the browser's default action is still allowed. */
const press = (key: string, modifier = {}) => fireEvent.keyDown(element, { key, ...modifier })

beforeEach(() => {
  element = document.createElement('div')
  end = new AbortController()
  done = []
  const keys = { 'ArrowLeft ArrowDown': () => done.push('back'), 'Enter Space': () => done.push('read') }
  listenToKeys(element, keys, end.signal)
})

describe('[CH-30] keys', () => {
  it('call their handler and nothing else', () => {
    for (const key of ['ArrowLeft', 'ArrowDown', 'Enter', ' ']) expect(press(key)).toBe(false)
    expect(done).toEqual(['back', 'back', 'read', 'read'])
  })

  it.each([{ ctrlKey: true }, { metaKey: true }, { altKey: true }])('with %j are left to the browser', (modifier) => {
    expect(press('ArrowLeft', modifier)).toBe(true)
    expect(done).toEqual([])
  })

  it('without a binding are left to the browser', () => {
    for (const key of ['Tab', 'Space', 'constructor', 'ArrowLeft ArrowDown']) expect(press(key)).toBe(key !== 'Space')
  })

  it('do nothing after the signal aborted', () => {
    end.abort()
    expect(press('Enter')).toBe(true)
    expect(done).toEqual([])
  })
})

it('[CH-30] slider keys move by one, by ten, or to the ends', () => {
  const steps: number[] = []
  listenToKeys(
    element,
    sliderKeys((by) => steps.push(by)),
    end.signal,
  )
  for (const key of ['ArrowLeft', 'ArrowDown', 'ArrowRight', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End']) press(key)
  expect(steps).toEqual([-1, -1, 1, 1, -10, 10, -Infinity, Infinity])
})
