import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { createPreferences, syncRegionalFormat } from '#src/app/preferences.ts'
import { RegionalSettings } from '#src/features/profile/RegionalSettings.tsx'
import { DEFAULT_FORMAT, setRegionalFormat } from '#src/ui/format/regional.ts'
import { servedWith } from '#test/support/client/services.tsx'

const NOW = Date.UTC(2019, 5, 30, 22)

afterEach(() => {
  setRegionalFormat(DEFAULT_FORMAT)
  vi.useRealTimers()
})

function show(cached?: string) {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] })
  const written: string[] = []
  const preferences = createPreferences({
    read: () => (cached === undefined ? undefined : { text: cached, cachedAt: 1, expiresAt: 2 }),
    write: (_, text) => void written.push(text),
  })
  syncRegionalFormat(preferences)
  preferences.load()
  const Served = servedWith({ preferences })
  render(
    <Served>
      <RegionalSettings />
    </Served>,
  )
  return { written, user: userEvent.setup({ delay: null }), preferences }
}

it('[PR-3] shows the defaults of the specification', () => {
  show()
  expect(screen.getByText('2019-06-30 22:00:00 UTC · 1,234,567.89')).toBeInTheDocument()
})

it('[PR-3] applies a choice at once and stores it', async () => {
  const { user, written } = show('{"timeZone":"Europe/Berlin"}')
  expect(screen.getByText('2019-07-01 00:00:00 GMT+2 · 1,234,567.89')).toBeInTheDocument()
  await user.click(screen.getByRole('combobox', { name: 'Numbers' }))
  await user.click(await screen.findByRole('option', { name: '1.234.567,89' }))
  expect(screen.getByText('2019-07-01 00:00:00 GMT+2 · 1.234.567,89')).toBeInTheDocument()
  expect(written.at(-1)).toBe('{"timeZone":"Europe/Berlin","numberLocale":"de-DE","unsaved":["numberLocale"]}')
})

it('[UI-27] [TR-10] ends with the session', () => {
  const { preferences } = show('{"timeZone":"Asia/Tokyo"}')
  act(() => preferences.clear())
  expect(screen.getByText(/ UTC · /)).toBeInTheDocument()
})

it('[PR-3] ignores a zone that this browser does not know', () => {
  const { preferences } = show('{"timeZone":"Mars/Olympus"}')
  expect(preferences.get()).toEqual({})
})
