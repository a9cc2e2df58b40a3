import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { MODEL_FORMATS, type Inspection } from '#contract/models/inspection.ts'
import { MODEL_CHANGES, type ClaimedMetrics } from '#contract/models/model.ts'
import { PAIR_IDS } from '#contract/pairs.ts'
import { MARKET_KINDS } from '#contract/provenance.ts'
import { INTERVALS } from '#contract/timeframes.ts'
import { bytes, timestampMs } from './columns.ts'
import { users } from './identity.ts'

/** Uploaded models. The file is in the file store under the row's id; the row outlives a file that is missing. */
export const models = pgTable(
  'models',
  {
    id: uuid('id').primaryKey(),
    name: text('name').notNull(),
    description: text('description').notNull(),
    modelType: text('model_type').notNull(),
    timeframe: text('timeframe', { enum: INTERVALS }).notNull(),
    pair: text('pair', { enum: PAIR_IDS }).notNull(),
    exchange: text('exchange').notNull(),
    format: text('format', { enum: MODEL_FORMATS }).notNull(),
    /** Original name of the file: a label, never a path. */
    fileName: text('file_name').notNull(),
    sizeBytes: bigint('size_bytes', { mode: 'number' }).notNull(),
    sha256: bytes('sha256').notNull(),
    inspection: jsonb('inspection').$type<Inspection>().notNull(),
    claimedMetrics: jsonb('claimed_metrics').$type<ClaimedMetrics>(),
    isActive: boolean('is_active').notNull().default(false),
    uploadedBy: uuid('uploaded_by')
      .notNull()
      .references(() => users.id),
    createdAt: timestampMs('created_at').notNull(),
    updatedAt: timestampMs('updated_at').notNull(),
  },
  (table) => [
    index('models_uploader').on(table.uploadedBy),
    index('models_active')
      .on(table.pair, table.timeframe)
      .where(sql`${table.isActive}`),
  ],
)

/** Files of models in parts of a mebibyte, where several processes use the database. */
export const modelFiles = pgTable(
  'model_files',
  {
    modelId: uuid('model_id')
      .notNull()
      .references(() => models.id, { onDelete: 'cascade' }),
    part: integer('part').notNull(),
    content: bytes('content').notNull(),
  },
  (table) => [primaryKey({ columns: [table.modelId, table.part] })],
)

/** Every activation change, in order. Rows outlive their model. */
export const modelSwitches = pgTable(
  'model_switches',
  {
    id: uuid('id').primaryKey(),
    seq: bigint('seq', { mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    modelId: uuid('model_id').notNull(),
    modelName: text('model_name').notNull(),
    change: text('change', { enum: MODEL_CHANGES }).notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => users.id),
    at: timestampMs('at').notNull(),
    /** The change this one reverted, if it was part of a roll-back. */
    rolledBack: uuid('rolled_back'),
  },
  (table) => [index('model_switches_seq').on(table.seq), index('model_switches_model').on(table.modelId, table.seq)],
)

/** Totals of a model's calls per kind of market. */
export const modelTallies = pgTable(
  'model_tallies',
  {
    modelId: uuid('model_id')
      .notNull()
      .references(() => models.id, { onDelete: 'cascade' }),
    market: text('market', { enum: MARKET_KINDS }).notNull(),
    since: timestampMs('since').notNull(),
    buys: integer('buys').notNull(),
    sells: integer('sells').notNull(),
    holds: integer('holds').notNull(),
    faults: integer('faults').notNull(),
    unready: integer('unready').notNull(),
    calls: integer('calls').notNull(),
    hits: integer('hits').notNull(),
    /** Scored candles that went up and that went down. */
    ups: integer('ups').notNull(),
    downs: integer('downs').notNull(),
    inferences: integer('inferences').notNull(),
    latencySumMs: doublePrecision('latency_sum_ms').notNull(),
    latencyMaxMs: doublePrecision('latency_max_ms').notNull(),
  },
  (table) => [primaryKey({ columns: [table.modelId, table.market] })],
)
