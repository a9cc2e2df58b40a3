import { randomUUID } from 'node:crypto'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { importQuerySchema } from '#contract/candle-imports.ts'
import * as CANDLE_IMPORTS from '#contract/endpoints/candle-imports.ts'
import { CANDLE_IMPORT } from '#contract/limits.ts'
import type { Service } from '#server/http/app.ts'
import { RequestError } from '#server/http/errors.ts'
import { principalOf } from '#server/http/guard.ts'
import { serve } from '#server/http/serve.ts'
import { NO_FINDINGS, UnusableFile } from '../library/findings.ts'
import { assertUsableName } from '../library/candle-input.ts'
import type { ImportRunner } from './runner.ts'
import { isOpenImport, type ImportStore, type StoredImport } from './store.ts'
import { storeUpload } from '#server/uploads/store-upload.ts'

const MIB = 1_048_576

const tooLarge = (): RequestError =>
  new RequestError(
    413,
    `The file is larger than ${CANDLE_IMPORT.maxFileBytes / MIB} MiB: import it with pairbot candles:import.`,
  )

/** Streams an upload to a new file on the volume of `directory`, as `storeUpload` does. */
const receive = (content: AsyncIterable<Uint8Array>, path: string, directory: string): Promise<number> =>
  storeUpload(content, {
    path,
    directory,
    what: 'file',
    onPart(_part, bytes) {
      if (bytes > CANDLE_IMPORT.maxFileBytes) throw tooLarge()
    },
  })

/** An audit log entry about an import. */
export interface ImportAuditEntry {
  readonly action: 'candles.import_started' | 'candles.import_cancelled'
  readonly userId: string
  readonly ipAddress: string
  readonly details: Readonly<Record<string, unknown>>
  /** Unix milliseconds. */
  readonly at: number
}

export interface ImportRoutesDeps {
  readonly store: ImportStore
  readonly runner: ImportRunner
  /** The volume that uploads are written to. */
  readonly directory: string
  readonly audit: (entry: ImportAuditEntry) => Promise<void>
  readonly now: () => number
}

const BODY_TYPE = 'application/octet-stream'
const changed = (id: string) => ({ success: true as const, data: { import_id: id } })

function assertImportable(name: string): void {
  try {
    assertUsableName(name)
  } catch (error) {
    if (error instanceof UnusableFile) throw new RequestError(400, `The file cannot be imported: ${error.message}.`)
    throw error
  }
}

/** Lets the client read the response to a refused upload: drains a body of known length, otherwise closes the connection. */
function drainOrClose(request: FastifyRequest, reply: FastifyReply): void {
  const length = Number(request.headers['content-length'])
  if (Number.isFinite(length) && length <= CANDLE_IMPORT.maxFileBytes) request.raw.unpipe().resume()
  else void reply.header('connection', 'close')
}

/** Imports of candles: uploading, listing, pausing, resuming and cancelling. To be registered under the market-data base path. */
export const importRoutes =
  ({ store, runner, directory, audit, now }: ImportRoutesDeps): Service =>
  async (app) => {
    app.addContentTypeParser(BODY_TYPE, (_request, payload, done) => done(null, payload))
    let arriving = 0

    const auditOf = (
      request: FastifyRequest,
      action: ImportAuditEntry['action'],
      { id, file, source }: Pick<StoredImport, 'id' | 'file' | 'source'>,
    ) =>
      audit({
        action,
        userId: principalOf(request).userId,
        ipAddress: request.ip,
        details: { target: id, file, source },
        at: now(),
      })

    async function accept(
      request: FastifyRequest,
      body: Readable,
      { name: file, source, allow_gaps: allowsGaps }: z.infer<typeof importQuerySchema>,
    ): Promise<string> {
      const id = randomUUID()
      const path = store.incoming(id)
      try {
        const bytes = await receive(body, path, directory)
        await auditOf(request, 'candles.import_started', { id, file, source })
        await rename(path, store.content(id))
        await store.save({
          id,
          file,
          bytes,
          source,
          allows_gaps: allowsGaps === 'true',
          status: 'queued',
          progress: 0,
          findings: NO_FINDINGS,
          reason: null,
          report: null,
          created_at: now(),
          finished_at: null,
        })
        return id
      } finally {
        await rm(path, { force: true })
      }
    }

    async function act(
      id: string,
      change: (id: string) => Promise<boolean>,
      onDone?: (stored: StoredImport) => Promise<void>,
    ) {
      const stored = store.find(id)
      if (!stored) throw new RequestError(404, 'Import not found')
      if (!(await change(id))) throw new RequestError(409, 'The import has ended.')
      await onDone?.(stored)
      return changed(id)
    }

    serve(app, CANDLE_IMPORTS, {
      list: () => ({ success: true, data: { imports: store.list().map(runner.withProgress) } }),

      async upload(request, reply) {
        const { name } = request.query
        const body: unknown = request.body
        try {
          if (!(body instanceof Readable)) throw new RequestError(415, `Unsupported content type: send ${BODY_TYPE}.`)
          assertImportable(name)
          if (Number(request.headers['content-length']) > CANDLE_IMPORT.maxFileBytes) throw tooLarge()
          if (store.list().filter(isOpenImport).length + arriving >= CANDLE_IMPORT.maxOpen)
            throw new RequestError(409, `${CANDLE_IMPORT.maxOpen} imports are waiting. Let one finish first.`)
          arriving += 1
          try {
            const id = await accept(request, body, request.query)
            runner.wake()
            return changed(id)
          } finally {
            arriving -= 1
          }
        } catch (error) {
          drainOrClose(request, reply)
          throw error
        }
      },

      pause: ({ params }) => act(params.id, runner.pause),
      resume: ({ params }) => act(params.id, runner.resume),
      cancel: (request) =>
        act(request.params.id, runner.cancel, (stored) => auditOf(request, 'candles.import_cancelled', stored)),
    })
  }
