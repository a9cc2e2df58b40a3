import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { Slider } from '#src/ui/controls/Slider.tsx'
import { Switch } from '#src/ui/controls/Switch.tsx'
import { Tabs } from '#src/ui/controls/Tabs.tsx'
import { ToggleGroup } from '#src/ui/controls/ToggleGroup.tsx'

const OPTIONS = [
  { id: 'zones', label: 'Zones' },
  { id: 'lines', label: 'Lines' },
] as const
type Id = (typeof OPTIONS)[number]['id']

it('a switch toggles by mouse and keyboard', async () => {
  const onChange = vi.fn<(on: boolean) => void>()
  render(<Switch label="Auto refresh" checked={false} onChange={onChange} />)
  const control = screen.getByRole('switch', { name: 'Auto refresh', checked: false })
  await userEvent.click(control)
  await userEvent.keyboard(' ')
  expect(onChange.mock.calls).toEqual([[true], [true]])
})

it('a toggle group always has exactly one selected option', async () => {
  const onChange = vi.fn<(id: Id) => void>()
  render(<ToggleGroup label="Levels" options={OPTIONS} value="zones" onChange={onChange} />)
  await userEvent.click(screen.getByRole('button', { name: 'Zones', pressed: true }))
  await userEvent.click(screen.getByRole('button', { name: 'Lines', pressed: false }))
  expect(onChange.mock.calls).toEqual([['lines']])
})

it('tabs switch by arrow keys and show one panel', async () => {
  function Held() {
    const [value, setValue] = useState<Id>('zones')
    const items = OPTIONS.map(({ id, label }) => ({ id, label, content: `${label} content` }))
    return <Tabs label="Levels" items={items} value={value} onChange={setValue} />
  }
  render(<Held />)
  await userEvent.tab()
  expect(screen.getByRole('tab', { name: 'Zones', selected: true })).toBe(document.activeElement)
  await userEvent.keyboard('{ArrowRight}')
  expect(screen.getByRole('tabpanel', { name: 'Lines' }).textContent).toBe('Lines content')
  expect(screen.queryByText('Zones content')).toBeNull()
})

it('a slider moves by its step and announces its value with the unit', async () => {
  const onChange = vi.fn<(value: number) => void>()
  const format = (value: number) => `${value * 100}%`
  render(<Slider label="Confidence" value={0.5} onChange={onChange} min={0} max={1} step={0.25} format={format} />)
  const slider = screen.getByRole('slider', { name: 'Confidence' })
  expect(slider).toHaveAttribute('aria-valuetext', '50%')
  slider.focus()
  await userEvent.keyboard('{ArrowRight}{ArrowLeft}')
  expect(onChange.mock.calls).toEqual([[0.75], [0.25]])
})
