import type { Page } from '@playwright/test'
import { linearModel, loopingModel } from '#test/support/data/onnx-models.ts'
import { expect, signIn, test } from './fixtures.ts'
import { accessibilityProblems } from './accessibility.ts'

test.use({ ownServer: true })

const PICKLE = Buffer.from('\x80\x02cposix\nsystem\nq\x00X\x04\x00\x00\x00trueq\x01\x85q\x02Rq\x03.', 'latin1')

const fileOf = (name: string, buffer: Uint8Array) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(buffer),
})

const manager = (page: Page) => page.getByRole('region', { name: 'ML Model Manager' })
const rowOf = (page: Page, name: string) => manager(page).getByRole('article', { name, exact: true })

async function upload(page: Page, files: readonly ReturnType<typeof fileOf>[]) {
  await manager(page).getByRole('button', { name: 'Bulk Upload' }).click()
  const dialog = page.getByRole('dialog', { name: 'Bulk Upload' })
  await dialog.getByLabel('Choose files or drop them here').setInputFiles([...files])
  await dialog.getByRole('button', { name: `Upload ${files.length} Files` }).click()
  return dialog
}

async function signalsOf(page: Page, origin: string): Promise<unknown> {
  const token = await page.evaluate(() => localStorage.getItem('pairbot.access_token'))
  const response = await page.request.get(`${origin}/api/tdp/api/signals/ml/BTCUSD`, {
    headers: { authorization: `Bearer ${token}` },
  })
  return response.json()
}

test(
  '[ML-70] uploads a model, activates it, receives its signals, and deletes it',
  { tag: '@long' },
  async ({ page, server, consoleErrors }) => {
    await signIn(page, server.origin)
    await expect(manager(page).getByText('No inactive models found')).toBeVisible()
    await upload(page, [fileOf('fast.onnx', linearModel()), fileOf('old.pkl', PICKLE)])
    await expect(page.getByText('Successfully uploaded 2 out of 2 model files')).toBeVisible()
    await expect(page.getByRole('dialog', { name: 'Bulk Upload' })).toBeHidden()

    await rowOf(page, 'fast').getByRole('button', { name: 'Activate' }).click()
    await expect(page.getByText('"fast" is active.')).toBeVisible()
    await expect(rowOf(page, 'fast')).toBeHidden()
    await manager(page).getByLabel('Show all models').check()
    await expect(rowOf(page, 'fast').getByText('Active', { exact: true })).toBeVisible()

    // The simulated market closes a candle every minute; its history is scored at once.
    await expect
      .poll(() => signalsOf(page, server.origin), { timeout: 75_000 })
      .toMatchObject({
        data: { signals: [{ source: 'fast', timeframe: 'M1' }] },
      })

    await rowOf(page, 'fast').getByRole('button', { name: 'fast', exact: true }).click()
    const details = page.getByRole('dialog', { name: 'fast' })
    await expect(details.getByRole('region', { name: 'Performance Metrics' })).toContainText('Generating signals')
    await expect(details.getByRole('region', { name: 'Technical Details' })).toContainText('features: float32 [N, 17]')
    await expect(details.getByRole('region', { name: 'Activation History' }).first()).toContainText(
      'admin@pairbot.test',
    )
    await details.getByRole('button', { name: 'Close' }).first().click()

    await rowOf(page, 'fast').getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByText('Are you sure you want to delete the model "fast"?')).toBeVisible()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await expect(rowOf(page, 'fast')).toBeHidden()
    await expect.poll(() => signalsOf(page, server.origin)).toMatchObject({ data: { signals: [] } })
    expect(consoleErrors).toEqual([])
  },
)

test('[ML-20] rejects a model that does not terminate and shows why', { tag: '@long' }, async ({ page, server }) => {
  await signIn(page, server.origin)
  const dialog = await upload(page, [
    fileOf('endless.onnx', loopingModel()),
    fileOf('narrow.onnx', linearModel({ width: 4 })),
  ])
  await expect(page.getByText('Failed to upload any model files')).toBeVisible({ timeout: 40_000 })
  await expect(dialog).toContainText('The model was rejected: inspecting and testing it took longer than 20 s.')
  await expect(dialog).toContainText('exactly one float32 tensor [N, 17] is needed.')
})

test(
  '[ML-71] the card and its dialogs have no serious axe violations and do not scroll horizontally',
  { tag: '@long' },
  async ({ page, server }, testInfo) => {
    await signIn(page, server.origin)
    await upload(page, [
      fileOf('fast and a name that goes on and on and on without an end.onnx', linearModel()),
      fileOf('old.pkl', PICKLE),
    ])
    await expect(page.getByRole('dialog', { name: 'Bulk Upload' })).toBeHidden()
    const problems: string[] = []
    const check = async (name: string) => {
      const atWidth = async (width: number) => {
        if (name === 'card') await manager(page).scrollIntoViewIfNeeded()
        await page.screenshot({ path: testInfo.outputPath(`${name}-${width}.png`) })
      }
      problems.push(...(await accessibilityProblems(page, name, { widths: [390, 1280, 1920], atWidth })))
    }
    await manager(page).getByLabel('Show all models').check()
    await check('card')
    await rowOf(page, 'old').getByRole('button', { name: 'old', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'old' })).toContainText('posix.system')
    await check('details')
    await page.keyboard.press('Escape')
    await manager(page).getByRole('button', { name: 'Bulk Upload' }).click()
    await page
      .getByLabel('Choose files or drop them here')
      .setInputFiles([
        fileOf('next.onnx', linearModel()),
        fileOf('next.json', Buffer.from('{}')),
        fileOf('readme.txt', Buffer.from('x')),
      ])
    await check('upload')
    expect(problems).toEqual([])
  },
)
