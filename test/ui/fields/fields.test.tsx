import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Checkbox } from '#src/ui/fields/Checkbox.tsx'
import { NumberField } from '#src/ui/fields/NumberField.tsx'
import { PasswordField } from '#src/ui/fields/PasswordField.tsx'
import { SearchField } from '#src/ui/fields/SearchField.tsx'
import { Select } from '#src/ui/fields/Select.tsx'
import { TextField } from '#src/ui/fields/TextField.tsx'

const describedBy = (element: HTMLElement) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent)
    .join(' ')

describe('[UI-6] fields', () => {
  it('are tied to their label and hint', () => {
    render(<TextField label="Name" hint="As others see it" />)
    const input = screen.getByRole('textbox', { name: 'Name' })
    expect(describedBy(input)).toBe('As others see it')
    expect(input).not.toHaveAttribute('aria-invalid')
  })

  it('are invalid with an error, which replaces the hint and is announced', () => {
    render(<TextField label="E-mail" hint="Yours" error="Invalid email format" />)
    const input = screen.getByRole('textbox', { name: 'E-mail' })
    expect(describedBy(input)).toBe('Invalid email format')
    expect(input).toHaveAttribute('aria-invalid', 'true')
    expect(screen.getByRole('alert').textContent).toBe('Invalid email format')
    expect(screen.queryByText('Yours')).toBeNull()
  })

  it('accept the registration of a form library', async () => {
    const onChange = vi.fn<() => void>()
    let held: HTMLInputElement | null = null
    render(
      <TextField
        label="Name"
        name="name"
        onChange={onChange}
        ref={(element) => {
          held = element
        }}
      />,
    )
    await userEvent.type(screen.getByLabelText('Name'), 'ab')
    expect(onChange).toHaveBeenCalledTimes(2)
    expect(held).toBe(screen.getByLabelText('Name'))
  })
})

it('a password is hidden until it is shown', async () => {
  render(<PasswordField label="Password" defaultValue="secret" />)
  const input = screen.getByLabelText('Password')
  expect(input).toHaveAttribute('type', 'password')
  await userEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(input).toHaveAttribute('type', 'text')
  await userEvent.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(input).toHaveAttribute('type', 'password')
})

it('a checkbox is toggled by its label', async () => {
  render(<Checkbox label="Remember me" />)
  await userEvent.click(screen.getByText('Remember me'))
  expect(screen.getByRole('checkbox', { name: 'Remember me', checked: true })).toBeInTheDocument()
})

describe('Select', () => {
  const OPTIONS = [
    { id: 'kraken', label: 'Kraken' },
    { id: 'binance', label: 'Binance', note: 'Coming Soon', disabled: true },
    { id: 'file', label: 'File' },
  ] as const

  it('[UI-9] opens and selects by keyboard, skips disabled options, and returns the focus', async () => {
    const onChange = vi.fn<(id: string) => void>()
    render(<Select label="Exchange" options={OPTIONS} value="kraken" onChange={onChange} />)
    const trigger = screen.getByRole('combobox', { name: 'Exchange' })
    expect(trigger.textContent).toBe('Kraken')
    trigger.focus()
    await userEvent.keyboard('{ArrowDown}')
    expect(await screen.findByRole('option', { name: 'Kraken', selected: true })).toBeInTheDocument()
    await userEvent.click(screen.getByRole('option', { name: /Binance/ }))
    await userEvent.click(screen.getByRole('option', { name: 'File' }))
    expect(onChange.mock.calls).toEqual([['file']])
    await vi.waitFor(() => expect(trigger).toHaveFocus())
  })

  it('[UI-6] shows its error', () => {
    render(
      <Select label="Exchange" options={OPTIONS} value={undefined} onChange={() => undefined} error="Choose one" />,
    )
    const trigger = screen.getByRole('combobox', { name: 'Exchange' })
    expect(trigger).toHaveAttribute('aria-invalid', 'true')
    expect(describedBy(trigger)).toBe('Choose one')
  })
})

it('a number is typed, stepped and clamped', async () => {
  const onChange = vi.fn<(value: number | null) => void>()
  render(<NumberField label="Stop loss" value={2} onChange={onChange} min={0} max={2.5} step={0.5} unit="%" />)
  await userEvent.click(screen.getByRole('button', { name: 'Increase Stop loss' }))
  expect(onChange.mock.lastCall).toEqual([2.5])
  const input = screen.getByRole('textbox', { name: 'Stop loss' })
  await userEvent.clear(input)
  expect(onChange.mock.lastCall).toEqual([null])
})

describe('[AS-11] a search field', () => {
  afterEach(() => vi.useRealTimers())

  function open() {
    vi.useFakeTimers()
    const onSearch = vi.fn<(text: string) => void>()
    const field = (value: string) => <SearchField label="Search" value={value} onSearch={onSearch} />
    const { rerender } = render(field(''))
    const input = screen.getByRole('searchbox', { name: 'Search' })
    const type = (value: string) => fireEvent.change(input, { target: { value } })
    const wait = (ms: number) =>
      act(() => {
        vi.advanceTimersByTime(ms)
      })
    return {
      input,
      type,
      wait,
      sought: () => onSearch.mock.calls.flat(),
      show: (value: string) => rerender(field(value)),
    }
  }

  it('searches once for the trimmed text when typing pauses for 250 ms', () => {
    const { type, wait, sought } = open()
    type(' e')
    wait(249)
    type(' ev ')
    wait(249)
    expect(sought()).toEqual([])
    wait(1)
    wait(1_000)
    expect(sought()).toEqual(['ev'])
  })

  it('searches immediately on Enter and on blur, once', () => {
    const { input, type, wait, sought } = open()
    type('a')
    fireEvent.keyDown(input, { key: 'Enter' })
    expect(sought()).toEqual(['a'])
    type('ab')
    fireEvent.blur(input)
    wait(1_000)
    expect(sought()).toEqual(['a', 'ab'])
  })

  it('keeps newer input when its earlier text returns as the value', () => {
    const { input, type, wait, show } = open()
    type('a')
    wait(250)
    type('ab')
    show('a')
    expect(input).toHaveProperty('value', 'ab')
  })

  it('adopts a value set from outside and can search for the same text again', () => {
    const { input, type, wait, show, sought } = open()
    type('a')
    wait(250)
    show('a')
    show('')
    expect(input).toHaveProperty('value', '')
    wait(1_000)
    type('a')
    wait(250)
    expect(sought()).toEqual(['a', 'a'])
  })
})
