import type { BacktestJob } from '#contract/backtests/jobs.ts'
import type { BacktestSubject } from '#contract/backtests/request.ts'
import { PAIRS, type PairId } from '#contract/pairs.ts'
import type { CustomStrategy } from '#contract/strategies/definition.ts'
import { RequestError } from '#server/http/errors.ts'
import { withUnit } from './routes/common.ts'
import type { Reader, ShareStore } from './store/shares.ts'
import type { VersionStore } from './store/versions.ts'
import { findTemplate, strategyFrom } from './templates/templates.ts'

interface ResolvedSubject {
  readonly subject: BacktestJob['subject']
  readonly definition: CustomStrategy
}

/** What a subject of a backtest names, as it is now. Throws a 404 for what the user may not read, a 400 for another pair. */
export type SubjectResolver = (reader: Reader, subject: BacktestSubject, pair: PairId) => Promise<ResolvedSubject>

export function createSubjectResolver({
  shares,
  versions,
}: {
  readonly shares: Pick<ShareStore, 'findReadable'>
  readonly versions: Pick<VersionStore, 'list'>
}): SubjectResolver {
  async function ofStrategy(reader: Reader, id: string, wanted: number | undefined): Promise<ResolvedSubject> {
    const strategy = await shares.findReadable(reader, id)
    const number = wanted ?? strategy.versionNumber
    const [version] = await versions.list(id, [number])
    if (!version) throw new RequestError(404, 'Version not found')
    const { definition } = version
    return {
      subject: { kind: 'strategy', name: definition.name, strategy_id: id, version_number: number },
      definition,
    }
  }

  function ofTemplate(id: string, pair: PairId): ResolvedSubject {
    const template = findTemplate(id)
    if (!template) throw new RequestError(404, 'Template not found')
    return {
      subject: { kind: 'template', name: template.name, template_id: id },
      definition: strategyFrom(template, { name: template.name, exchange: 'kraken', pair }),
    }
  }

  async function resolve(reader: Reader, subject: BacktestSubject, pair: PairId): Promise<ResolvedSubject> {
    switch (subject.kind) {
      case 'draft': {
        const definition = withUnit(subject.definition)
        return { subject: { kind: 'draft', name: definition.name }, definition }
      }
      case 'strategy':
        return ofStrategy(reader, subject.strategy_id, subject.version_number)
      case 'template':
        return ofTemplate(subject.template_id, pair)
    }
  }

  return async (reader, subject, pair) => {
    const resolved = await resolve(reader, subject, pair)
    if (!resolved.definition.symbols.includes(pair)) {
      throw new RequestError(400, `settings.pair: the strategy does not trade ${PAIRS[pair].label}`)
    }
    return resolved
  }
}
