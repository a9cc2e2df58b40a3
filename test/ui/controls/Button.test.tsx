import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { Button } from '#src/ui/controls/Button.tsx'
import { IconButton } from '#src/ui/controls/IconButton.tsx'

describe('Button', () => {
  it('does not submit by default', () => {
    render(
      <>
        <Button>Plain</Button>
        <Button type="submit">Send</Button>
      </>,
    )
    expect(screen.getAllByRole('button').map((button) => button.getAttribute('type'))).toEqual(['button', 'submit'])
  })

  it('[UI-5] announces that it is busy, keeps the focus, and neither clicks nor submits', async () => {
    const onClick = vi.fn<() => void>()
    const onSubmit = vi.fn<() => void>()
    const form = (busy: boolean) => (
      <form onSubmit={onSubmit}>
        <input aria-label="Name" />
        <Button type="submit" busy={busy} busyText="Signing In..." onClick={onClick}>
          Sign In
        </Button>
      </form>
    )
    const { rerender } = render(form(false))
    const button = screen.getByRole('button', { name: 'Sign In' })
    button.focus()
    rerender(form(true))
    expect(screen.getByRole('button', { name: 'Signing In...', busy: true })).toBe(button)
    expect(button).toBe(document.activeElement)
    await userEvent.click(button)
    await userEvent.type(screen.getByLabelText('Name'), '{Enter}')
    expect([onClick.mock.calls, onSubmit.mock.calls]).toEqual([[], []])
  })

  it('[UI-5] has the width of the wider label', () => {
    render(<Button busyText="Signing In...">Sign In</Button>)
    const button = screen.getByRole('button', { name: 'Sign In' })
    expect(button.textContent).toBe('Sign InSigning In...')
  })

  it('ignores clicks while disabled', async () => {
    const onClick = vi.fn<() => void>()
    render(
      <Button disabled onClick={onClick}>
        Off
      </Button>,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Off' }))
    expect(onClick).not.toHaveBeenCalled()
  })
})

it('an icon button has an accessible name', () => {
  render(<IconButton label="Refresh" icon={<svg />} />)
  expect(screen.getByRole('button', { name: 'Refresh' }).title).toBe('Refresh')
})
