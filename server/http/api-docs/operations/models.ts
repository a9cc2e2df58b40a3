import { DEFAULT_BASES, MODELS } from '#contract/paths.ts'
import type { Operations } from './operation.ts'

const { tdp } = DEFAULT_BASES

export const MODEL_OPERATIONS: Operations = {
  [`GET ${tdp}${MODELS.all}`]: { summary: 'List the models', detail: 'Active ones first.' },
  [`GET ${tdp}${MODELS.list}`]: { summary: 'List the models, short' },
  [`GET ${tdp}${MODELS.features}`]: {
    summary: 'Read the inputs that models are given',
    detail: 'In order, with unit and meaning.',
  },
  [`GET ${tdp}${MODELS.history}`]: { summary: 'List past activations' },
  [`GET ${tdp}${MODELS.model}`]: { summary: 'Read a model', detail: 'With what was found in its file.' },
  [`GET ${tdp}${MODELS.performance}`]: { summary: 'Read how often a model was right' },
  [`POST ${tdp}${MODELS.upload}`]: {
    summary: 'Upload a model',
    detail:
      'multipart/form-data with the file and its description. The file is inspected; nothing in it is run as code.',
  },
  [`POST ${tdp}${MODELS.activate}`]: { summary: 'Activate a model' },
  [`POST ${tdp}${MODELS.deactivate}`]: { summary: 'Deactivate a model' },
  [`POST ${tdp}${MODELS.rollBack}`]: {
    summary: 'Return to the models of an earlier activation',
    body: { change_id: '41' },
  },
  [`DELETE ${tdp}${MODELS.model}`]: { summary: 'Delete a model' },
}
