import { expect, it } from 'vitest'
import { addMark, placeMark } from '#src/ui/screen/mark.ts'

it('[CH-25] a mark is moved, and its text set only if it changed', () => {
  const parent = document.createElement('div')
  const mark = addMark(parent, 'div', 'tag')
  placeMark(mark, 3, -4.5, '12:00')
  expect(parent.innerHTML).toBe('<div class="tag" style="transform: translate(3px,-4.5px);">12:00</div>')
  const text = mark.firstChild
  placeMark(mark, 5, 6, '12:00')
  placeMark(mark, 7, 8)
  expect(mark.firstChild).toBe(text)
  expect(mark.style.transform).toBe('translate(7px,8px)')
  placeMark(mark, 7, 8, '12:01')
  expect(mark.textContent).toBe('12:01')
})
