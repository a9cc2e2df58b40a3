import { expect, it } from 'vitest'
import { clearCanvas, drawTag } from '#src/ui/screen/canvas.ts'

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
