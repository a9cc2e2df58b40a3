import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { ListedModel } from '#contract/models/view-model.ts'
import { ModelsPanel } from '#src/features/models/ModelsPanel.tsx'
import { OverlayProvider } from '#src/ui/overlays/OverlayProvider.tsx'
import { fakeModelsApi, listed, modelDetails, ok, refused } from '#test/support/client/models-api.ts'

const OLD = listed({
  id: 'm-2',
  name: 'Old',
  isActive: true,
  format: 'pickle',
  scoring: { state: 'impossible', reason: 'Only .onnx.' },
})

function open(models: readonly ListedModel[] = [listed(), OLD]) {
  const api = fakeModelsApi(models)
  const user = userEvent.setup()
  render(
    <OverlayProvider>
      <ModelsPanel api={api} />
    </OverlayProvider>,
  )
  return { api, user }
}

const card = () => within(screen.getByRole('region', { name: 'ML Model Manager' }))
const row = async (name: string) => within(await card().findByRole('article', { name }))
const press = async (user: ReturnType<typeof userEvent.setup>, name: string, inside = card()) =>
  user.click(inside.getByRole('button', { name }))
/** The kind of the toast with this text. */
const toast = async (text: string) => (await screen.findByText(text)).closest('[data-kind]')?.getAttribute('data-kind')

describe('the model manager', () => {
  it('[ML-80] shows inactive models first, and all by a switch', async () => {
    const { user } = open()
    expect((await row('Fast')).getByText('Inactive')).toBeInTheDocument()
    expect(card().queryByRole('article', { name: 'Old' })).toBeNull()
    expect(card().getByText('1 active, 1 inactive')).toBeInTheDocument()
    expect(card().getByRole('button', { name: 'Auto-Activate First' })).toBeInTheDocument()

    await user.click(card().getByRole('switch', { name: 'Show all models' }))
    expect((await row('Old')).getByText('Active')).toBeInTheDocument()
    expect((await row('Old')).getByText('Cannot be scored').parentElement?.getAttribute('title')).toBe('Only .onnx.')
    expect(card().queryByRole('button', { name: 'Auto-Activate First' })).toBeNull()
    expect(
      card()
        .getAllByRole('article')
        .map((article) => article.getAttribute('aria-label')),
    ).toEqual(['Old', 'Fast'])
  })

  it('[ML-97] an active model is green only if it can score', async () => {
    const { user } = open([listed({ isActive: true, scoring: { state: 'scored', reason: null } }), OLD])
    await user.click(await card().findByRole('switch', { name: 'Show all models' }))
    const tone = async (name: string) =>
      (await row(name)).getByText('Active').closest('[data-tone]')?.getAttribute('data-tone')
    expect([await tone('Fast'), await tone('Old')]).toEqual(['success', 'warning'])
    await press(user, 'Old')
    const details = within(await screen.findByRole('dialog', { name: 'Old' }))
    expect(details.getByText('Active').closest('[data-tone]')?.getAttribute('data-tone')).toBe('warning')
  })

  it('[ML-80] shows name, id, description, dates and actions', async () => {
    open()
    const fast = await row('Fast')
    for (const text of [
      'm-1',
      'Looks at RSI',
      'xgboost',
      '1m',
      'BTC/USD',
      'onnx',
      '1.50 MB',
      '2026-01-05 08:00:00',
      '2026-01-05 08:01:00',
    ]) {
      expect(fast.getByText(text)).toBeInTheDocument()
    }
    expect(fast.getByRole('button', { name: 'Activate' })).toBeInTheDocument()
    expect(fast.getByRole('button', { name: 'Delete' })).toBeInTheDocument()
    expect(fast.queryByRole('button', { name: 'Deactivate' })).toBeNull()
  })

  it('[ML-81] shows an empty state', async () => {
    const { user } = open([])
    expect(await card().findByText('No inactive models found')).toBeInTheDocument()
    await user.click(card().getByRole('switch', { name: 'Show all models' }))
    expect(card().getByText('No models found')).toBeInTheDocument()
  })

  it('[ML-82] shows why the first load failed, with Retry; later keeps the last list with its age', async () => {
    const { api, user } = open()
    await row('Fast')
    api.list.mockResolvedValueOnce(refused('HTTP 500: Internal Server Error'))
    await press(user, 'Refresh')
    expect(
      await card().findByText(/^Failed to load models: HTTP 500: Internal Server Error · showing data from .* UTC$/),
    ).toBeInTheDocument()
    expect(await row('Fast')).toBeDefined()
    expect(await toast('Failed to load models: HTTP 500: Internal Server Error')).toBe('error')
    await press(user, 'Refresh')
    await waitFor(() => expect(card().queryByText(/shown as of/)).toBeNull())
  })

  it('[ML-82] retries the first load', async () => {
    const api = fakeModelsApi()
    api.list.mockResolvedValueOnce(refused('No answer from the server', 'unanswered'))
    const user = userEvent.setup()
    render(
      <OverlayProvider>
        <ModelsPanel api={api} />
      </OverlayProvider>,
    )
    expect(await card().findByText('Failed to load models: No answer from the server')).toBeInTheDocument()
    await press(user, 'Retry')
    expect(await row('Fast')).toBeDefined()
  })

  it('[ML-83] activates: green toast, and the badge follows the server', async () => {
    const { api, user } = open()
    await press(user, 'Activate', await row('Fast'))
    expect(api.activate).toHaveBeenCalledWith('m-1')
    expect(await toast('Model "Fast" activated')).toBe('success')
    await waitFor(() => expect(api.list).toHaveBeenCalledTimes(2))
  })

  it.each([
    [
      'refused in words',
      refused('Access denied. Trader role required.'),
      'Activation failed: Access denied. Trader role required.',
    ],
    ['refused without words', refused(''), 'Failed to activate model'],
    [
      'not answered',
      refused('No answer from the server', 'unanswered'),
      'Error activating model: No answer from the server',
    ],
  ])('[ML-84] HA-41 an activation %s: red toast, the badge stays', async (_, result, text) => {
    const { api, user } = open()
    api.activate.mockResolvedValue(result)
    await press(user, 'Activate', await row('Fast'))
    expect(await toast(text)).toBe('error')
    expect((await row('Fast')).getByText('Inactive')).toBeInTheDocument()
  })

  it('[ML-84] HA-41 a deactivation that fails', async () => {
    const { api, user } = open()
    api.deactivate.mockResolvedValue(refused('HTTP 500: Internal Server Error'))
    await user.click(await card().findByRole('switch', { name: 'Show all models' }))
    await press(user, 'Deactivate', await row('Old'))
    expect(await toast('Deactivation failed: HTTP 500: Internal Server Error')).toBe('error')
    expect((await row('Old')).getByText('Active')).toBeInTheDocument()
  })

  it("[ML-83] shows the server's success message instead of ours", async () => {
    const { api, user } = open()
    api.activate.mockResolvedValue(ok('"Fast" is active, but gives no signals.'))
    await press(user, 'Activate', await row('Fast'))
    expect(await toast('"Fast" is active, but gives no signals.')).toBe('success')
  })

  it('[ML-85] Auto-Activate First activates the first inactive model; HA-41 its failure has its own message', async () => {
    const { api, user } = open()
    api.activate.mockResolvedValueOnce(refused('HTTP 503: Service Unavailable')).mockResolvedValueOnce(refused(''))
    await row('Fast')
    await press(user, 'Auto-Activate First')
    expect(await toast('Auto-activation failed: HTTP 503: Service Unavailable')).toBe('error')
    await press(user, 'Auto-Activate First')
    expect(await toast('Auto-activation failed: Failed to activate model')).toBe('error')
    await press(user, 'Auto-Activate First')
    expect(await toast('Model "Fast" activated')).toBe('success')
    expect(api.activate.mock.calls).toEqual([['m-1'], ['m-1'], ['m-1']])
  })

  it('[ML-66] a model whose file is missing says so and cannot be activated', async () => {
    const reason = 'Its file is missing from the server.'
    const { api, user } = open([listed({ name: 'Lost', scoring: { state: 'file_missing', reason } })])
    const lost = await row('Lost')
    expect(lost.getByText('File missing').parentElement?.getAttribute('title')).toBe(reason)
    expect(lost.getByRole('button', { name: 'Activate' })).toBeDisabled()
    expect(lost.getByRole('button', { name: 'Delete' })).toBeEnabled()

    await press(user, 'Auto-Activate First')
    expect(await toast('No inactive models found')).toBe('info')
    await press(user, 'Lost', lost)
    const dialog = within(await screen.findByRole('dialog', { name: 'Lost' }))
    expect(dialog.getByRole('button', { name: 'Activate' })).toBeDisabled()
    expect(dialog.getByText(reason)).toBeInTheDocument()
    expect(api.activate).not.toHaveBeenCalled()
  })

  it('[ML-85] shows a blue toast if there is nothing to activate', async () => {
    const { user } = open([OLD])
    await card().findByText('No inactive models found')
    await press(user, 'Auto-Activate First')
    await waitFor(() => expect(screen.getAllByText('No inactive models found')).toHaveLength(2))
    expect(document.querySelector('[data-kind="info"]')).toHaveTextContent('No inactive models found')
  })

  it('[ML-86] confirms a deletion with the exact text, and cancels on no', async () => {
    const { api, user } = open([listed({ name: '<b>"Fast"</b>' })])
    await press(user, 'Delete', await row('<b>"Fast"</b>'))
    const dialog = within(await screen.findByRole('alertdialog'))
    expect(dialog.getByText(/Are you sure/).textContent).toBe(
      'Are you sure you want to delete the model "<b>"Fast"</b>"?\nThis action cannot be undone. The model and all associated files will be permanently removed.',
    )
    await press(user, 'Cancel', dialog)
    expect(api.remove).not.toHaveBeenCalled()

    await press(user, 'Delete', await row('<b>"Fast"</b>'))
    await press(user, 'Delete', within(await screen.findByRole('alertdialog')))
    expect(api.remove).toHaveBeenCalledWith('m-1')
    expect(await toast('Model "<b>"Fast"</b>" deleted')).toBe('success')
  })

  it('[ML-86] HA-37 a deletion that fails', async () => {
    const { api, user } = open()
    api.remove.mockResolvedValue(refused('Model not found'))
    await press(user, 'Delete', await row('Fast'))
    await press(user, 'Delete', within(await screen.findByRole('alertdialog')))
    expect(await toast('Delete failed: Model not found')).toBe('error')
    await waitFor(() => expect(api.list).toHaveBeenCalledTimes(2))
  })
})

describe('the details of a model', () => {
  const details = async (user: ReturnType<typeof userEvent.setup>, name = 'Fast') => {
    await user.click((await row(name)).getByRole('button', { name }))
    return within(await screen.findByRole('dialog', { name }))
  }
  const section = (dialog: ReturnType<typeof within>, name: string) => within(dialog.getByRole('region', { name }))

  it('[ML-87] show info, technical details, metrics, history and the activation button', async () => {
    const { api, user } = open()
    const dialog = await details(user)
    await dialog.findByRole('region', { name: 'Performance Metrics' })
    expect(section(dialog, 'Info').getByText('2026-01-05 08:00:00 UTC')).toBeInTheDocument()
    expect(section(dialog, 'Info').getByText('tom@pairbot.test')).toBeInTheDocument()
    expect(section(dialog, 'Technical Details').getByText('features: float32 [N, 17]')).toBeInTheDocument()
    expect(section(dialog, 'Technical Details').getByText('skl2onnx 1.17')).toBeInTheDocument()
    const metrics = section(dialog, 'Performance Metrics')
    for (const text of [
      'Generating signals',
      '60 / 40 / 5',
      '60.0% (50.2% to 69.1%) of 100',
      '55.0%',
      '0.50 ms',
      '3.25 ms',
    ]) {
      expect(metrics.getByText(text)).toBeInTheDocument()
    }
    expect(dialog.getByText('ada@pairbot.test')).toBeInTheDocument()

    await press(user, 'Activate', dialog)
    expect(api.activate).toHaveBeenCalledWith('m-1')
    await waitFor(() => expect(api.details).toHaveBeenCalledTimes(2))
  })

  it('[ML-88] state that there are too few calls', async () => {
    const { api, user } = open()
    const measured = modelDetails().metrics
    if (measured?.kind !== 'measured') throw new Error('measured metrics expected')
    const outcome = { ...measured.performance.outcome, calls: 4, hits: 3, too_few: true }
    api.details.mockResolvedValue(
      ok(modelDetails({ metrics: { kind: 'measured', performance: { ...measured.performance, outcome } } })),
    )
    const dialog = await details(user)
    expect(await dialog.findByText('3 of 4: too few, 30 needed')).toBeInTheDocument()
  })

  it('[ML-89] list the imports of a pickle with a warning', async () => {
    const { api, user } = open()
    const inspection = modelDetails().inspection
    if (!inspection) throw new Error('an inspection expected')
    api.details.mockResolvedValue(
      ok(
        modelDetails({
          inspection: {
            ...inspection,
            format: 'pickle',
            onnx: null,
            pickle: {
              protocol: 4,
              imports: ['posix.system'],
              dangerous: ['posix.system'],
              complete: true,
              compression: null,
            },
            warnings: ['Loading it anywhere would run posix.system.'],
          },
          metrics: undefined,
        }),
      ),
    )
    const dialog = await details(user)
    expect((await dialog.findByRole('alert')).textContent).toBe('Loading it anywhere would run posix.system.')
    expect(within(dialog.getByRole('list', { name: 'Imports' })).getByText('posix.system')).toBeInTheDocument()
    expect(dialog.getByText('Not available')).toBeInTheDocument()
  })

  it('[ML-87] HA-41 show the listed data, the reason, a red toast and Retry if they fail to load', async () => {
    const { api, user } = open()
    api.details.mockResolvedValueOnce(refused('HTTP 500: Internal Server Error'))
    const dialog = await details(user)
    expect(await dialog.findByText('HTTP 500: Internal Server Error')).toBeInTheDocument()
    expect(dialog.getByText('Failed to load model details')).toBeInTheDocument()
    expect(document.querySelector('[data-kind="error"]')).toHaveTextContent('Failed to load model details')
    expect(section(dialog, 'Info').getByText('m-1')).toBeInTheDocument()
    await press(user, 'Retry', dialog)
    expect(await dialog.findByRole('region', { name: 'Performance Metrics' })).toBeInTheDocument()
  })

  it('[ML-16] roll back after a confirm and show the result', async () => {
    const { api, user } = open()
    const dialog = await details(user)
    await user.click(await dialog.findByRole('button', { name: 'Restore' }))
    const question = within(await screen.findByRole('alertdialog'))
    expect(question.getByText(/Restore the activations from before 2026-01-05 08:00:00 UTC\?/)).toBeInTheDocument()
    await press(user, 'Roll back', question)
    expect(api.rollBack).toHaveBeenCalledWith('c-1')
    expect(await toast('Rolled back: activated "Old"; deactivated "Fast"')).toBe('success')
  })
})
