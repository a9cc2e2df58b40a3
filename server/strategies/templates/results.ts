import type { Templates } from '#contract/strategies/responses.ts'
import { templateResultsSchema } from '#contract/strategies/template-results.ts'
import counted from './results.json' with { type: 'json' }
import { TEMPLATES, toTemplateDto } from './templates.ts'

/** What each template came to, as counted by `npm run templates`. */
export const TEMPLATE_RESULTS = templateResultsSchema.parse(counted)

const { templates, tried } = TEMPLATE_RESULTS

/** All templates, those that returned most first, and those that are not offered. */
export const TEMPLATES_RESPONSE: Templates = {
  templates: TEMPLATES.map((template) => ({ ...toTemplateDto(template), result: templates[template.id] })).toSorted(
    (a, b) => (b.result?.return ?? 0) - (a.result?.return ?? 0),
  ),
  tried,
}
