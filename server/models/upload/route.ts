import { rm } from 'node:fs/promises'
import multipart from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { upload } from '#contract/endpoints/models.ts'
import { MODEL_LIMITS } from '#contract/limits.ts'
import type { Scoring, ClaimedMetrics } from '#contract/models/model.ts'
import type { ModelEnding } from '#contract/models/upload.ts'
import type { Database, Queries } from '#server/database/database.ts'
import type { Service } from '#server/http/app.ts'
import { RequestError } from '#server/http/errors.ts'
import { serve } from '#server/http/serve.ts'
import type { ModelAudit } from '../ports.ts'
import { usageOf, type ModelRow, actorOf, type Actor, toModelDto, type Usage } from '../registry/rows.ts'
import type { Examination } from '../scoring/protocol.ts'
import type { FileStore } from '../file-store/file-store.ts'
import type { SharedFiles } from '../file-store/shared-files.ts'
import { readFields, readMetrics, type UploadFields } from './fields.ts'
import { parseParts, overQuota, receive, tooLarge, type Received } from './parts.ts'
import type { Inspection } from '#contract/models/inspection.ts'
import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { users } from '#server/database/schema/identity.ts'
import { models } from '#server/database/schema/models.ts'

/** Throws a 507 if the user has reached the maximum number of files. */
function assertRoomFor({ files }: Usage): void {
  if (files >= MODEL_LIMITS.maxFilesPerUser) {
    throw new RequestError(507, `You have ${files} models: at most ${MODEL_LIMITS.maxFilesPerUser} can be stored.`)
  }
}

interface PreparedUpload {
  /** Path of the received and synced file. */
  readonly path: string
  readonly fileName: string
  readonly fields: UploadFields
  readonly inspection: Inspection
  readonly claimedMetrics: ClaimedMetrics | null
}

interface StoreDeps {
  readonly database: Database
  readonly fileStore: FileStore
  /** Undefined for a process that has its database to itself. */
  readonly sharedFiles: SharedFiles | undefined
  readonly audit: ModelAudit
}

/** Stores the file and inserts its row. Both are durable when it resolves; when it rejects, there are both or neither. */
async function store(
  { database, fileStore, sharedFiles, audit }: StoreDeps,
  upload: PreparedUpload,
  actor: Actor,
): Promise<ModelRow> {
  const id = randomUUID()
  await fileStore.put(upload.path, id)
  try {
    return await database.transaction((tx) => insertModel(tx, { audit, sharedFiles }, id, upload, actor))
  } catch (error) {
    // The commit may have succeeded although its result was lost. If that cannot be checked now, the next start reconciles it.
    const exists = await hasRow(database, id).catch(() => true)
    if (!exists) await fileStore.remove(id)
    throw error
  }
}

async function hasRow({ db }: Database, id: string): Promise<boolean> {
  return (await db.select({ id: models.id }).from(models).where(eq(models.id, id))).length > 0
}

async function insertModel(
  tx: Queries,
  { audit, sharedFiles }: Pick<StoreDeps, 'audit' | 'sharedFiles'>,
  id: string,
  upload: PreparedUpload,
  actor: Actor,
): Promise<ModelRow> {
  const { inspection, fields } = upload
  // Serialises the uploads of a user, so that the quota holds.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, actor.userId)).for('update')
  const usage = await usageOf(tx, actor.userId)
  assertRoomFor(usage)
  if (usage.bytes + inspection.size_bytes > MODEL_LIMITS.maxBytesPerUser) throw overQuota()
  const at = new Date(actor.at)
  const [row] = await tx
    .insert(models)
    .values({
      id,
      ...fields,
      format: inspection.format,
      fileName: upload.fileName,
      sizeBytes: inspection.size_bytes,
      sha256: Buffer.from(inspection.sha256, 'hex'),
      inspection,
      claimedMetrics: upload.claimedMetrics,
      uploadedBy: actor.userId,
      createdAt: at,
      updatedAt: at,
    })
    .returning()
  if (!row) throw new Error('The stored model was not returned')
  // Before the audit, whose entries wait for each other.
  await sharedFiles?.share(tx, row)
  await audit(tx, {
    action: 'model.uploaded',
    userId: actor.userId,
    ipAddress: actor.ipAddress,
    details: { target: id, name: row.name, file: row.fileName, sha256: inspection.sha256 },
    at: actor.at,
  })
  return row
}

type Pickle = NonNullable<Inspection['pickle']>

function pickleWarnings({ dangerous, complete, compression }: Pickle): string[] {
  const warnings: string[] = []
  if (dangerous.length > 0) warnings.push(`Loading it anywhere would run ${dangerous.join(', ')}.`)
  if (compression !== null) {
    warnings.push(`It is compressed (${compression}) and was not decompressed, so its imports are not known.`)
  } else if (!complete) {
    warnings.push('It contains raw data between its opcodes, so imports after it may be missing from the list.')
  }
  return warnings
}

/** Converts an examination to the stored inspection. Throws with the reason if the file is rejected. */
function inspectionOf({ facts, unfit, trialMs }: Examination, { sizeBytes, sha256 }: Received): Inspection {
  if (!facts.ok) throw new RequestError(facts.status, facts.text, {}, { reason: facts.reason })
  const [first] = unfit
  if (first) {
    const text = `The model cannot be scored. ${unfit.map(({ text: why }) => why).join(' ')}`
    throw new RequestError(422, text, {}, { reason: first.reason })
  }
  const { onnx, pickle } = facts
  return {
    format: facts.format,
    size_bytes: sizeBytes,
    sha256: Buffer.from(sha256).toString('hex'),
    onnx,
    pickle,
    warnings: [
      ...(pickle ? pickleWarnings(pickle) : []),
      ...(onnx && onnx.feature_version === null
        ? ['It does not name the feature version it was trained for; the current one is assumed.']
        : []),
    ],
    trial_ms: trialMs,
  }
}

export interface UploadDeps extends StoreDeps {
  readonly dataDir: string
  /** False until rows and files have been reconciled after the start. */
  readonly isReady: () => boolean
  /** Inspects a file in its own thread. */
  readonly examine: (path: string, ending: ModelEnding) => Promise<Examination>
  readonly scoringOf: (row: ModelRow) => Scoring
  readonly now: () => number
}

/** Allowance for boundaries, part headers and the other fields. */
const FORM_OVERHEAD_BYTES = 131_072

/** The declared body length; undefined for a chunked body. */
const declaredLength = (request: FastifyRequest): number | undefined => {
  const length = Number(request.headers['content-length'])
  return Number.isFinite(length) ? length : undefined
}

async function handleUpload(deps: UploadDeps, request: FastifyRequest, actor: Actor): Promise<ModelRow> {
  const { database, dataDir, fileStore } = deps
  if (!deps.isReady()) throw new RequestError(503, 'The server is still starting.', { 'retry-after': '2' })
  const usage = await usageOf(database.db, actor.userId)
  assertRoomFor(usage)
  const quotaBytes = MODEL_LIMITS.maxBytesPerUser - usage.bytes
  const length = declaredLength(request) ?? 0
  if (length > MODEL_LIMITS.maxFileBytes + FORM_OVERHEAD_BYTES) throw tooLarge()
  if (length > quotaBytes + FORM_OVERHEAD_BYTES) throw overQuota()
  const path = fileStore.incoming()
  try {
    const { fields, file, metrics } = await parseParts(request, (content) =>
      receive(content, path, { directory: dataDir, quotaBytes }),
    )
    const read = readFields(fields)
    const claimedMetrics = metrics === undefined ? null : readMetrics(metrics)
    const inspection = inspectionOf(await deps.examine(path, file.ending), file)
    return await store(deps, { path, fileName: file.label, fields: read, inspection, claimedMetrics }, actor)
  } finally {
    await rm(path, { force: true })
  }
}

/**
 * Lets the client read the response to a rejected upload: drains a body of known length, otherwise closes the
 * connection.
 */
function drainOrClose(request: FastifyRequest, reply: FastifyReply): void {
  const length = declaredLength(request)
  if (length === undefined || length > MODEL_LIMITS.maxFileBytes + FORM_OVERHEAD_BYTES)
    void reply.header('connection', 'close')
  else request.raw.unpipe().resume()
}

/** The upload route, under the market-data base path. Encapsulated, because nothing else accepts multipart bodies. */
export const uploadRoute =
  (deps: UploadDeps): Service =>
  async (app) => {
    await app.register(multipart, { throwFileSizeLimit: false })
    /** Users with an upload in progress: one at a time per user. */
    const uploading = new Set<string>()

    serve(
      app,
      { upload },
      {
        async upload(request, reply) {
          if (!request.isMultipart()) throw new RequestError(415, 'Unsupported content type: send multipart/form-data.')
          const actor = actorOf(request, deps.now())
          try {
            if (uploading.has(actor.userId)) {
              throw new RequestError(429, 'Another of your uploads is in progress.', { 'retry-after': '5' })
            }
            uploading.add(actor.userId)
            try {
              const row = await handleUpload(deps, request, actor)
              const scoring = deps.scoringOf(row)
              const message = scoring.state === 'impossible' ? `Stored. ${scoring.reason ?? ''}`.trim() : 'Stored.'
              return { success: true, data: toModelDto(row, scoring), message }
            } finally {
              uploading.delete(actor.userId)
            }
          } catch (error) {
            drainOrClose(request, reply)
            throw error
          }
        },
      },
    )
  }
