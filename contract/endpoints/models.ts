import * as z from 'zod/mini'
import { successOf } from '../auth.ts'
import { MODEL_LIMITS } from '../limits.ts'
import { featureVectorSchema } from '../models/features.ts'
import {
  activatedResponseSchema,
  deactivatedResponseSchema,
  deletedResponseSchema,
  modelDetailsResponseSchema,
  modelHistoryResponseSchema,
  modelListResponseSchema,
  rollBackSchema,
  rolledBackResponseSchema,
} from '../models/model.ts'
import { performanceResponseSchema } from '../models/performance.ts'
import { uploadFormSchema, uploadResponseSchema } from '../models/upload.ts'
import type { Endpoint } from './endpoint.ts'

const READ = { access: 'Viewer', scope: 'models:read' } as const
const WRITE = { access: 'Trader', scope: 'models:write' } as const
const params = z.object({ id: z.string().check(z.maxLength(40)) })

export const all = {
  method: 'GET',
  path: '/api/models',
  ...READ,
  response: modelListResponseSchema,
  summary: 'List the models',
  detail: 'Active ones first.',
} satisfies Endpoint

export const list = {
  method: 'GET',
  path: '/api/models/list',
  ...READ,
  response: modelListResponseSchema,
  summary: 'List the models, short',
} satisfies Endpoint

export const features = {
  method: 'GET',
  path: '/api/models/features',
  ...READ,
  response: successOf(featureVectorSchema),
  summary: 'Read the inputs that models are given',
  detail: 'In order, with unit and meaning.',
} satisfies Endpoint

export const history = {
  method: 'GET',
  path: '/api/models/history',
  ...READ,
  response: modelHistoryResponseSchema,
  summary: 'List past activations',
} satisfies Endpoint

export const model = {
  method: 'GET',
  path: '/api/models/:id',
  ...READ,
  params,
  response: modelDetailsResponseSchema,
  summary: 'Read a model',
  detail: 'With what was found in its file.',
} satisfies Endpoint

export const performance = {
  method: 'GET',
  path: '/api/models/:id/performance',
  ...READ,
  params,
  response: performanceResponseSchema,
  summary: 'Read how often a model was right',
} satisfies Endpoint

export const upload = {
  method: 'POST',
  path: '/api/models/upload',
  ...WRITE,
  bodyMs: MODEL_LIMITS.uploadMs,
  bodyBytes: MODEL_LIMITS.maxFileBytes,
  status: 201,
  sends: { type: 'multipart/form-data', parts: uploadFormSchema },
  response: uploadResponseSchema,
  failures: {
    422: 'The file is no model that can be used; the message says why.',
    507: 'There is no room for another model: of your own, or on the disk.',
  },
  summary: 'Upload a model',
  detail: 'multipart/form-data with the file and its description. The file is inspected; nothing in it is run as code.',
} satisfies Endpoint

export const activate = {
  method: 'POST',
  path: '/api/models/:id/activate',
  ...WRITE,
  params,
  response: activatedResponseSchema,
  failures: { 409: 'The file of the model is missing.' },
  summary: 'Activate a model',
} satisfies Endpoint

export const deactivate = {
  method: 'POST',
  path: '/api/models/:id/deactivate',
  ...WRITE,
  params,
  response: deactivatedResponseSchema,
  summary: 'Deactivate a model',
} satisfies Endpoint

export const rollBack = {
  method: 'POST',
  path: '/api/models/rollback',
  ...WRITE,
  body: rollBackSchema,
  example: { change_id: '41' },
  response: rolledBackResponseSchema,
  failures: { 409: 'The file of the earlier model is missing.' },
  summary: 'Return to the models of an earlier activation',
} satisfies Endpoint

export const remove = {
  method: 'DELETE',
  path: '/api/models/:id',
  access: 'Admin',
  params,
  response: deletedResponseSchema,
  summary: 'Delete a model',
} satisfies Endpoint
