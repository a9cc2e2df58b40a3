import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { ModelsPanel } from '#src/features/models/ModelsPanel.tsx'
import { OverlayProvider } from '#src/ui/overlays/OverlayProvider.tsx'
import { fakeModelsApi, listed } from '#test/support/client/models-api.ts'

function open(initial: string | undefined) {
  const seen: (string | undefined)[] = []
  function Page() {
    const [model, setModel] = useState(initial)
    seen.push(model)
    return <ModelsPanel api={api} address={{ model, open: setModel, close: () => setModel(undefined) }} />
  }
  const api = fakeModelsApi([listed()])
  render(
    <OverlayProvider>
      <Page />
    </OverlayProvider>,
  )
  return { user: userEvent.setup({ delay: null }), address: () => seen.at(-1) }
}
const details = () => screen.queryByRole('dialog', { name: /Fast/ })

it('[ML-110] the details open by a link once the list is there, and closing clears the address', async () => {
  const { user, address } = open('m-1')
  await waitFor(() => expect(details()).not.toBeNull())
  await user.click(screen.getAllByRole('button', { name: 'Close' })[0] ?? document.body)
  await waitFor(() => expect(details()).toBeNull())
  expect(address()).toBeUndefined()
})

it('[ML-110] opening adds the model to the address; Back closes it', async () => {
  const { user, address } = open(undefined)
  await user.click(await screen.findByRole('button', { name: 'Fast' }))
  await waitFor(() => expect(details()).not.toBeNull())
  expect(address()).toBe('m-1')
})

it('[ML-110] a model that is not in the list opens nothing', async () => {
  open('gone')
  await screen.findByRole('button', { name: 'Fast' })
  expect(screen.queryByRole('dialog')).toBeNull()
})
