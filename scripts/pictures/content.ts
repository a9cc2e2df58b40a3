import * as MODELS from '#contract/endpoints/models.ts'
import * as STRATEGIES from '#contract/endpoints/strategies.ts'
import { modelForm } from '#test/support/data/model-form.ts'
import { at, callsTo } from '#test/support/server/admin-calls.ts'
import { ADMIN, type RunningServer } from '#test/support/server/server.ts'

/** What every picture shows: people, invitations, strategies and a model. Returns the code of an open invitation. */
export async function addContent(server: RunningServer): Promise<string> {
  const call = await callsTo(server)

  const invite = async (email: string, role: string) => {
    const answer = await call('identity', 'POST', '/admin/invitations', { email, role })
    return String(at(answer, 'data', 'invitation', 'code'))
  }
  for (const name of ['ada', 'grace', 'margaret']) {
    const email = `${name}@pairbot.test`
    const code = await invite(email, name === 'grace' ? 'Admin' : 'Trader')
    await call('identity', 'POST', '/auth/register', { invitation_code: code, email, password: ADMIN.password })
  }
  const wrong = { email: 'ada@pairbot.test', password: 'Wrong-horse-7' }
  await call('identity', 'POST', '/auth/login', wrong).catch(() => undefined)
  const open = await invite('katherine@pairbot.test', 'Trader')

  const templates = at(await call('strategy', 'GET', STRATEGIES.templates.path), 'templates')
  for (const template of Array.isArray(templates) ? templates : []) {
    const path = STRATEGIES.fromTemplate.path.replace(':templateId', String(at(template, 'id')))
    const strategy = { name: String(at(template, 'name')), exchange: 'kraken', trading_pair: 'BTCUSD' }
    await call('strategy', 'POST', path, strategy)
  }
  await call('tdp', 'POST', MODELS.upload.path, modelForm('momentum-v3'))
  return open
}
