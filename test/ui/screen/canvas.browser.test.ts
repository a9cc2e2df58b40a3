import { afterEach, expect, it, vi } from 'vitest'
import {
  addMark,
  clearCanvas,
  drawTag,
  loadFont,
  observeSize,
  placeMark,
  type TagStyle,
} from '#src/ui/screen/canvas.ts'

const element = document.createElement('div')
const frames = async (count = 3) => {
  for (let i = 0; i < count; i++) await new Promise(requestAnimationFrame)
}

afterEach(() => {
  vi.restoreAllMocks()
  element.remove()
})

it('[CH-28] sizes a canvas in device pixels and clears it each time', () => {
  const canvas = document.createElement('canvas')
  const paint = (width: number) => {
    const pen = clearCanvas(canvas, { width, height: 10, pixelRatio: 2 })
    const before = pen?.getImageData(0, 0, 1, 1).data[3]
    pen?.fillRect(0, 0, 1, 1)
    return { before, corner: [1, 2].map((x) => pen?.getImageData(x, 0, 1, 1).data[3]) }
  }
  const expected = { before: 0, corner: [255, 0] }
  expect(paint(30)).toEqual(expected)
  expect(paint(30)).toEqual(expected)
  expect([canvas.width, canvas.height, canvas.style.width, canvas.style.height]).toEqual([60, 20, '30px', '10px'])
  expect(paint(40)).toEqual(expected)
  expect([canvas.width, canvas.style.width]).toEqual([80, '40px'])
})

it('[CH-25] fills a tag and draws its text', () => {
  const canvas = document.createElement('canvas')
  const look = { fill: '#ff0000', textColor: '#0000ff', font: '16px monospace', inset: 6 }
  const colours = () => {
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
    const blue = data.filter((_, i) => i % 4 === 2).filter((value) => value > 200).length
    return { corner: [...data.subarray(0, 4)], isWritten: blue > 5 }
  }
  drawTag(canvas, { width: 60, height: 18, pixelRatio: 1 }, '123', look)
  expect(colours()).toEqual({ corner: [255, 0, 0, 255], isWritten: true })
  drawTag(canvas, { width: 60, height: 18, pixelRatio: 1 }, '', look)
  expect(colours()).toEqual({ corner: [255, 0, 0, 255], isWritten: false })
})

it('[CH-16] hides whole a label that a tag covers in part, and nothing else', () => {
  const canvas = document.createElement('canvas')
  const look = { fill: '#ff0000', textColor: '#0000ff', font: '16px monospace', inset: 6 }
  const columnOf = (hides?: TagStyle['hides']) => {
    drawTag(canvas, { width: 60, height: 48, pixelRatio: 1 }, '', { ...look, hides })
    const { data } = canvas.getContext('2d')!.getImageData(0, 0, 1, 48)
    return Array.from(
      { length: 48 },
      (_, y) => ['none', 'red', 'green'][(data[4 * y] ? 1 : 0) + (data[4 * y + 1] ? 2 : 0)],
    )
  }
  const rows = (from: number, to: number, fill?: string) =>
    columnOf(fill ? { at: 14, height: 15, fill } : undefined).slice(from, to)
  expect(new Set([...rows(0, 15), ...rows(33, 48)])).toEqual(new Set(['none']))
  expect(new Set(rows(15, 33))).toEqual(new Set(['red']))
  expect(rows(33, 45, '#00ff00')).toEqual(Array.from({ length: 12 }, () => 'green'))
  expect(new Set([...rows(0, 15, '#00ff00'), ...rows(46, 48, '#00ff00')])).toEqual(new Set(['none']))
})

it('[CH-25] a mark is moved, and its text set only if it changed', () => {
  const parent = document.createElement('div')
  const mark = addMark(parent, 'div', 'tag')
  placeMark(mark, 3, -4.5, '12:00')
  expect(parent.innerHTML).toBe('<div class="tag" style="transform: translate(3px, -4.5px);">12:00</div>')
  const text = mark.firstChild
  placeMark(mark, 5, 6, '12:00')
  placeMark(mark, 7, 8)
  expect(mark.firstChild).toBe(text)
  expect(mark.style.transform).toBe('translate(7px, 8px)')
  placeMark(mark, 7, 8, '12:01')
  expect(mark.textContent).toBe('12:01')
})

it('[CH-28] calls back when a font is loaded, not if it was loaded before', async () => {
  const load = vi.spyOn(document.fonts, 'load').mockResolvedValue([])
  const check = vi.spyOn(document.fonts, 'check').mockReturnValue(true)
  const loaded = vi.fn<() => void>()
  loadFont('11px Some', loaded)
  await frames()
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
  await frames()
  expect(loaded).not.toHaveBeenCalled()
})

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
