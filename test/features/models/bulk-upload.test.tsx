import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ModelsPanel } from '#src/features/models/ModelsPanel.tsx'
import { OverlayProvider } from '#src/ui/overlays/OverlayProvider.tsx'
import { fakeModelsApi, ok, refused } from '#test/support/client/models-api.ts'
import type { ModelResult } from '#src/machines/models/types.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms))
const fileOf = (name: string, size = 1_048_576) => new File([new Uint8Array(size)], name, { lastModified: 1 })

/** Uploads that the test completes one by one. */
function heldUploads() {
  const held: {
    readonly name: string
    readonly progress: (share: number) => void
    readonly signal: AbortSignal
    readonly give: (result: ModelResult<undefined>) => void
  }[] = []
  const api = fakeModelsApi()
  api.upload.mockImplementation(
    (file, progress, signal) => new Promise((give) => held.push({ name: file.name, progress, signal, give })),
  )
  const give = async (result: ModelResult<undefined> = ok(undefined)) => {
    held.at(-1)?.give(result)
    await pass(0)
  }
  return { api, held, give, names: () => held.map(({ name }) => name) }
}

async function open(api = fakeModelsApi()) {
  render(
    <OverlayProvider>
      <ModelsPanel api={api} />
    </OverlayProvider>,
  )
  await pass(0)
  await press('Bulk Upload')
  return api
}
const press = async (name: string | RegExp) => {
  fireEvent.click(screen.getByRole('button', { name }))
  await pass(50)
}
const dialog = () => within(screen.getByRole('dialog', { name: 'Bulk Upload' }))
const choose = async (...files: readonly File[]) => {
  fireEvent.change(dialog().getByLabelText('Choose files or drop them here'), { target: { files } })
  await pass(0)
}
const rows = () =>
  dialog()
    .queryAllByRole('listitem')
    .map((item) => item.textContent)
const toasts = () =>
  [...document.querySelectorAll('[data-kind]')].map((toast) => [
    toast.getAttribute('data-kind'),
    toast.querySelector('p')?.textContent,
  ])

describe('a bulk upload', () => {
  it('[ML-90] accepts the four extensions, lists name and size, and marks files that are not sent', async () => {
    await open()
    expect(dialog().getByLabelText('Choose files or drop them here')).toHaveAttribute(
      'accept',
      '.pkl, .joblib, .onnx, .json',
    )
    await choose(fileOf('a.onnx'), fileOf('a.json', 2_621_440), fileOf('MODEL.PKL'))
    expect(rows()).toEqual([
      'a.onnx1.00 MBRemove',
      'a.json2.50 MBMetrics: temporarily disabledRemove',
      'MODEL.PKL1.00 MBNot a model fileRemove',
    ])
    expect(dialog().getByRole('button', { name: 'Upload 3 Files' })).toBeInTheDocument()
  })

  it('[ML-90] lists a file once; Remove removes one, Clear All all', async () => {
    await open()
    await choose(fileOf('a.onnx'), fileOf('b.pkl'))
    await choose(fileOf('a.onnx'), fileOf('c.joblib'))
    expect(rows()).toHaveLength(3)
    await press('Remove b.pkl')
    expect(rows()).toEqual(['a.onnx1.00 MBRemove', 'c.joblib1.00 MBRemove'])
    await press('Clear All')
    expect(rows()).toEqual([])
    expect(dialog().getByRole('button', { name: 'Upload 0 Files' })).toBeInTheDocument()
  })

  it('[ML-91] shows an alert without files and a message without models', async () => {
    const api = await open()
    await press('Upload 0 Files')
    expect(within(screen.getByRole('alertdialog')).getByText('Please select at least one file')).toBeInTheDocument()
    await press('OK')
    await choose(fileOf('a.json'))
    await press('Upload 1 File')
    expect(dialog().getByRole('alert').textContent).toBe(
      'No model files found. Please select .pkl, .joblib, or .onnx files.',
    )
    await choose(fileOf('a.onnx'))
    expect(dialog().queryByRole('alert')).toBeNull()
    expect(api.upload).not.toHaveBeenCalled()
  })

  it('[ML-92] [ML-98] sends one at a time, 200 ms apart, models only, each with its progress', async () => {
    const { api, held, give, names } = heldUploads()
    await open(api)
    await choose(fileOf('a.onnx'), fileOf('m.json'), fileOf('b.pkl'))
    await press('Upload 3 Files')
    expect(names()).toEqual(['a.onnx'])
    act(() => held[0]?.progress(0.42))
    expect(dialog().getByRole('meter', { name: 'Uploading a.onnx' })).toHaveAttribute('aria-valuetext', '42%')
    act(() => held[0]?.progress(1))
    expect(dialog().getByRole('meter', { name: 'Inspecting' })).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Uploading 1 of 2' })).toHaveAttribute('aria-busy', 'true')

    expect(api.list).toHaveBeenCalledTimes(1)
    await give()
    expect(api.list).toHaveBeenCalledTimes(2)
    await pass(199)
    expect(names()).toEqual(['a.onnx'])
    await pass(1)
    expect(names()).toEqual(['a.onnx', 'b.pkl'])
    await give()
    expect(toasts()).toEqual([['success', 'Successfully uploaded 2 out of 2 model files']])
    await pass(500)
    expect(screen.queryByRole('dialog', { name: 'Bulk Upload' })).toBeNull()
    expect(api.list).toHaveBeenCalledTimes(3)
  })

  it('[ML-93] HA-36 keeps a failed file with its reason, to be sent again', async () => {
    const { api, give, names } = heldUploads()
    await open(api)
    await choose(fileOf('a.onnx'), fileOf('b.onnx'))
    await press('Upload 2 Files')
    await give(refused('The model cannot be scored.'))
    await pass(200)
    await give()
    expect(toasts()).toEqual([['success', 'Successfully uploaded 1 out of 2 model files']])
    expect(rows()).toEqual(['a.onnx1.00 MBRemoveThe model cannot be scored.'])

    await press('Upload 1 File')
    await give()
    expect(names()).toEqual(['a.onnx', 'b.onnx', 'a.onnx'])
    expect(toasts().at(0)).toEqual(['success', 'Successfully uploaded 1 out of 1 model files'])
  })

  it('[ML-93] shows that no upload succeeded', async () => {
    const { api, give } = heldUploads()
    await open(api)
    await choose(fileOf('a.onnx'))
    await press('Upload 1 File')
    await give(refused('No answer from the server', 'unanswered'))
    expect(toasts()).toEqual([['error', 'Failed to upload any model files']])
  })

  it('[ML-93] does not send files that are too large', async () => {
    const api = await open()
    await choose(Object.defineProperty(fileOf('big.onnx', 1), 'size', { value: 104_857_601 }))
    await press('Upload 1 File')
    expect(rows()).toEqual(['big.onnx100.00 MBRemoveLarger than 100 MiB'])
    expect(api.upload).not.toHaveBeenCalled()
  })

  it('[ML-94] stops when the session ends, with a red toast and in the dialog', async () => {
    const { api, give, names } = heldUploads()
    await open(api)
    await choose(fileOf('a.onnx'), fileOf('b.onnx'))
    await press('Upload 2 Files')
    await give(refused('Authentication required. Please log in again.', 'unauthenticated'))
    await pass(1_000)
    const text = 'Bulk upload failed: Authentication required. Please log in again.'
    expect(names()).toEqual(['a.onnx'])
    expect(toasts()).toEqual([['error', text]])
    expect(dialog().getByRole('alert').textContent).toBe(text)
  })

  it('[ML-95] Cancel aborts the running upload and the rest, or closes the dialog', async () => {
    const { api, held, give, names } = heldUploads()
    await open(api)
    await choose(fileOf('a.onnx'), fileOf('b.onnx'), fileOf('c.onnx'))
    await press('Upload 3 Files')
    await give()
    await pass(200)
    await press('Cancel')
    expect(held[1]?.signal.aborted).toBe(true)
    await pass(1_000)
    expect(names()).toEqual(['a.onnx', 'b.onnx'])
    expect(toasts()).toEqual([['info', 'Upload cancelled: 1 of 3 model files uploaded']])
    expect(rows()).toEqual(['b.onnx1.00 MBRemove', 'c.onnx1.00 MBRemove'])

    await press('Cancel')
    await pass(500)
    expect(screen.queryByRole('dialog', { name: 'Bulk Upload' })).toBeNull()
  })

  it('[ML-95] Escape hides the dialog and keeps the list', async () => {
    await open()
    await choose(fileOf('a.onnx'))
    fireEvent.keyDown(dialog().getByRole('button', { name: 'Cancel' }), { key: 'Escape' })
    await pass(500)
    expect(screen.queryByRole('dialog', { name: 'Bulk Upload' })).toBeNull()
    await press('Bulk Upload')
    expect(rows()).toHaveLength(1)
  })

  it('[ML-96] shows a toast for 3 s', async () => {
    const { api, give } = heldUploads()
    await open(api)
    await choose(fileOf('a.onnx'))
    await press('Upload 1 File')
    await give()
    await pass(2_800)
    expect(toasts()).toHaveLength(1)
    await pass(1_000)
    expect(toasts()).toEqual([])
  })
})
