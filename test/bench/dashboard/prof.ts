import { launchChromium, metric, watchThread } from '../browser.ts'
import { startFlowServer } from './server.ts'
import { openPage, signIn } from './phase.ts'
const server = await startFlowServer(['/tmp/dist-prof'])
const browser = await launchChromium()
try {
  const context = await browser.newContext()
  await signIn(context, server)
  const per = Number(process.argv[2] ?? 1000)
  const { page } = await openPage(context, server, 'page', { perSecond: per, pair: 'ETHUSD', figures: 'real', isBatched: true })
  await page.waitForTimeout(1500)
  const { session } = await watchThread(page)
  const names = ['TaskDuration','ScriptDuration','LayoutDuration','RecalcStyleDuration','LayoutCount','RecalcStyleCount','Nodes','JSEventListeners']
  const read = async () => Object.fromEntries(await Promise.all(names.map(async n => [n, await metric(session, n)])))
  const a: any = await read(); const t=performance.now()
  await page.waitForTimeout(3000)
  const b: any = await read(); const s=(performance.now()-t)/1000
  for (const n of names) console.log(n, ((b[n]-a[n])/s).toFixed(3), 'per s', b[n])
  await session.send('Profiler.enable'); await session.send('Profiler.setSamplingInterval', { interval: 200 })
  await session.send('Profiler.start'); await page.waitForTimeout(4000)
  const { profile } = await session.send('Profiler.stop')
  const self = new Map<number, number>()
  profile.samples!.forEach((id, i) => self.set(id, (self.get(id) ?? 0) + (profile.timeDeltas![i] ?? 0)))
  const byId = new Map(profile.nodes.map(n => [n.id, n]))
  const parent = new Map<number, number>(); for (const n of profile.nodes) for (const c of n.children ?? []) parent.set(c, n.id)
  const key = (n: any) => `${n.callFrame.functionName||'(anon)'} ${n.callFrame.url.split('/').pop()}:${n.callFrame.lineNumber}`
  const selfBy = new Map<string, number>(), inc = new Map<string, number>()
  for (const [id, us] of self) { const n = byId.get(id)!; selfBy.set(key(n), (selfBy.get(key(n))??0)+us); const seen = new Set<string>(); for (let at: number|undefined = id; at !== undefined; at = parent.get(at)) { const k = key(byId.get(at)!); if (seen.has(k)) continue; seen.add(k); inc.set(k, (inc.get(k)??0)+us) } }
  const show = (m: Map<string, number>, n: number) => [...m].sort((x,y)=>y[1]-x[1]).slice(0,n).forEach(([k,v]) => console.log((v/4000).toFixed(1).padStart(7), 'ms/s', k))
  console.log('SELF'); show(selfBy, 30); console.log('INCL'); show(inc, 90)
} finally { await browser.close(); server.close() }
