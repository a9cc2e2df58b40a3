import type { ListedModel } from '#contract/models/view-model.ts'
import { parseSort } from '#contract/sorting.ts'
import { MODEL_COLUMNS, type ModelColumn, type ModelsSearch } from '../search.ts'

type Compare = (a: ListedModel, b: ListedModel) => number

const texts = new Intl.Collator('en', { numeric: true })
const byText =
  (textOf: (model: ListedModel) => string | undefined): Compare =>
  (a, b) =>
    texts.compare(textOf(a) ?? '', textOf(b) ?? '')
const byNumber =
  (numberOf: (model: ListedModel) => number): Compare =>
  (a, b) =>
    numberOf(a) - numberOf(b)

/** Ascending. */
const COMPARE: Readonly<Record<ModelColumn, Compare>> = {
  name: byText(({ name }) => name),
  status: byNumber(({ isActive }) => (isActive ? 0 : 1)),
  type: byText(({ modelType }) => modelType),
  pair: byText(({ pair, timeframe }) => `${pair} ${timeframe}`),
  format: byText(({ format }) => format),
  size: byNumber(({ sizeBytes = 0 }) => sizeBytes),
  updated: byNumber(({ updatedAt }) => updatedAt),
}

const textOf = ({ name, description, modelType = '' }: ListedModel): string =>
  [name, description, modelType].join('\n').toLowerCase()

/** The models that pass the filters, in the wanted order; without one in that of the list. */
export function selectModels(
  models: readonly ListedModel[],
  { q, status, sort }: Pick<ModelsSearch, 'q' | 'status' | 'sort'>,
): readonly ListedModel[] {
  const words = (q ?? '').toLowerCase().split(/\s+/)
  const found = models.filter(
    (model) =>
      (status === undefined || model.isActive === (status === 'active')) &&
      // Only a whole id: nearly every one contains any digit.
      (model.id === q || words.every((word) => textOf(model).includes(word))),
  )
  if (sort === undefined) return found
  const { column, isDescending } = parseSort(sort)
  const compare = COMPARE[MODEL_COLUMNS.find((known) => known === column) ?? 'name']
  return found.toSorted(isDescending ? (a, b) => compare(b, a) : compare)
}
