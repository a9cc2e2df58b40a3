import { assign, emit, fromCallback, fromPromise, or, sendTo, setup, spawnChild, stateIn, stopChild } from 'xstate'
import * as z from 'zod/mini'
import type { ClientMessage } from '#contract/client-messages.ts'
import { CLOSE } from '#contract/close-codes.ts'
import { CONNECTION, STREAMS } from '#contract/limits.ts'
import { clampDelay } from '../clamp-delay.ts'
import { connectLimitWait, LADDER_MS, retryDelay, withConnect } from './backoff.ts'
import { msUntilDead, msUntilUnresponsive } from './liveness.ts'
import type { ConnectionPorts, PageEvent, SessionCheckResult, SocketEvent } from './ports.ts'
import type {
  Acknowledgement,
  AttemptKind,
  ConnectionContext,
  ConnectionError,
  ConnectionEvent,
  ConnectionInput,
  PollDue,
  ServerRequest,
} from './types.ts'

/** Content of a close frame; `code` is absent when a socket ended without one. */
interface Close {
  readonly code?: number
  readonly reason: string
}

const retryAfterSchema = z.object({ retry_after_ms: z.number().check(z.nonnegative()) })

/** The delay in ms that a close reason of the form `{"retry_after_ms":n}` asks for, or undefined. */
export function retryAfterOf({ reason }: Close): number | undefined {
  if (!reason.startsWith('{')) return undefined
  try {
    return z.safeParse(retryAfterSchema, JSON.parse(reason)).data?.retry_after_ms
  } catch {
    return undefined
  }
}

/** The reason as text for users. Machine-readable reasons are left out. */
export function reasonText(close: Close): string {
  if (retryAfterOf(close) === undefined) return close.reason || 'Connection closed unexpectedly'
  return close.code === CLOSE.restart ? 'Server is restarting' : 'Server asked to try again later'
}

const MAX_ERRORS = 20

/** Appends an error; the oldest is dropped when there are too many. */
const withError = (errors: readonly ConnectionError[], at: number, text: string): readonly ConnectionError[] =>
  [...errors, { at, text }].slice(-MAX_ERRORS)

/** Error text of a failed attempt; retries and restarts are prefixed. */
function failureText(kind: AttemptKind, message: string): string {
  if (kind === 'retry') return `Reconnection failed: ${message}`
  if (kind === 'restart') return `Restart failed: ${message}`
  return message
}

/** Error text of a close that came instead of an acknowledgement. */
const refusalText = (kind: AttemptKind, reason: string): string =>
  failureText(kind, kind === 'first' ? lossText(reason) : reason)

const lossText = (reason: string): string => `Connection lost: ${reason}`

interface SendCommand {
  readonly type: 'send'
  readonly message: ClientMessage
}

const socketId = (generation: number | undefined) => `socket.${generation ?? 0}`

const afterClose = (close: Close) => ({ closeCode: close.code, retryAfterMs: retryAfterOf(close) ?? 0 })

/** Types of all events, which are ignored in states that do not handle them. */
const KNOWN = /^(connect|disconnect|restart|token\.changed|poll\.recovered|message\.send|(socket|page)\..+)$/

/** Actions, guards, actors and delays of the connection machine. */
export function connectionSetup({ openSocket, watchPage, checkSession, now, random }: ConnectionPorts) {
  return setup({
    types: {
      context: {} as ConnectionContext,
      events: {} as ConnectionEvent,
      input: {} as ConnectionInput,
      emitted: {} as PollDue,
    },
    actors: {
      socket: fromCallback<SendCommand, { generation: number }>(({ input, sendBack, receive }) => {
        let isLive = true
        const socket = openSocket(input.generation, (event: SocketEvent) => {
          if (isLive) sendBack(event)
        })
        receive(({ message }) => socket.send(message))
        return () => {
          isLive = false
          socket.close()
        }
      }),
      page: fromCallback<PageEvent>(({ sendBack }) => watchPage(sendBack)),
      sessionCheck: fromPromise<SessionCheckResult, { why: 'token' | 'ended' }>(({ input }) => checkSession(input.why)),
    },
    actions: {
      countUnknown: assign({ unknownEvents: ({ context }) => context.unknownEvents + 1 }),
      beginAttempts: assign((_, { kind }: { kind: AttemptKind }) => ({
        attemptKind: kind,
        attempts: 0,
        retryAfterMs: 0,
        isSessionChecked: false,
      })),
      countAttempt: assign({ attempts: ({ context }) => context.attempts + 1, attemptKind: 'retry' }),
      // A failure while offline says nothing about the server, so the attempt is not counted.
      uncountAttempt: assign({
        attempts: ({ context }) => Math.max(0, context.attempts - (context.attemptKind === 'retry' ? 1 : 0)),
        attemptKind: 'none',
      }),
      resetAttempts: assign({ attempts: 0, retryAfterMs: 0 }),
      numberSocket: assign({
        generation: ({ context }) => context.generation + 1,
        connects: ({ context }) => withConnect(context.connects, now()),
      }),
      openSocket: spawnChild('socket', {
        id: ({ context }) => socketId(context.generation),
        input: ({ context }) => ({ generation: context.generation }),
      }),
      closeNewest: stopChild(({ context }) => socketId(context.generation)),
      closeCandidate: stopChild(({ context }) =>
        socketId(context.generation === context.current ? undefined : context.generation),
      ),
      closeCurrent: stopChild(({ context }) => socketId(context.current)),
      clearCurrent: assign({ current: undefined, connectionId: undefined, connectedAt: undefined }),
      // The next connection may belong to another user.
      clearHistory: assign({ wasConnected: false, lastHeartbeat: undefined, reconnectCount: 0, errors: [] }),
      activateSocket: assign(({ context }, { connectionId, idleHeartbeatMs }: Acknowledgement) => ({
        current: context.generation,
        connectionId,
        idleHeartbeatMs,
        connectedAt: now(),
        wasConnected: true,
        lastActivityAt: now(),
        heartbeatSentAt: now(),
        unansweredSince: undefined,
        attempts: 0,
        retryAfterMs: 0,
        isUnavailable: false,
      })),
      countReconnect: assign({
        reconnectCount: ({ context }) => context.reconnectCount + (context.wasConnected ? 1 : 0),
      }),
      recordActivity: assign(({ context }, { at, isHeartbeat }: { at: number; isHeartbeat: boolean }) => ({
        lastActivityAt: Math.max(context.lastActivityAt, at),
        unansweredSince: undefined,
        ...(isHeartbeat ? { lastHeartbeat: at } : {}),
      })),
      // After the clock was set back, the link would otherwise look alive for that long.
      clampLastActivity: assign({ lastActivityAt: ({ context }) => Math.min(context.lastActivityAt, now()) }),
      recordHeartbeat: assign({
        heartbeatSentAt: () => now(),
        unansweredSince: ({ context }) => Math.min(context.unansweredSince ?? now(), now()),
        isSessionChecked: false,
      }),
      sendHeartbeat: sendTo(
        ({ context }) => socketId(context.current),
        ({ context }): SendCommand => ({
          type: 'send',
          message: { type: 'Heartbeat', timestamp: now(), connection_id: context.connectionId ?? '' },
        }),
      ),
      sendMessage: sendTo(
        ({ context }) => socketId(context.current),
        ({ context }, { message }: { message: ServerRequest }): SendCommand => ({
          type: 'send',
          message: { ...message, timestamp: now(), connection_id: context.connectionId ?? '' },
        }),
      ),
      recordError: assign(({ context }, { text }: { text: string }) => ({
        errors: withError(context.errors, now(), text),
      })),
      recordLoss: assign(({ context }, close: Close) => ({
        ...afterClose(close),
        attemptKind: 'none' as const,
        errors:
          close.code === CLOSE.normal ? context.errors : withError(context.errors, now(), lossText(reasonText(close))),
      })),
      recordRefusal: assign(({ context }, close: Close) => ({
        ...afterClose(close),
        errors: withError(context.errors, now(), refusalText(context.attemptKind, reasonText(close))),
      })),
      recordFailure: assign(({ context }, { message }: { message: string }) => ({
        closeCode: undefined,
        errors: withError(context.errors, now(), failureText(context.attemptKind, message)),
      })),
      /** Failed probes leave no error. */
      recordProbe: assign((_, close: Close) => afterClose(close)),
      clearClose: assign({ closeCode: undefined }),
      recordUnavailable: assign((_, { isUnavailable }: { isUnavailable: boolean }) => ({ isUnavailable })),
      recordSessionCheck: assign({ isSessionChecked: true }),
      planRetry: assign({
        dueAt: ({ context }) =>
          now() +
          Math.max(
            retryDelay(context.attempts, random(), context.retryAfterMs),
            connectLimitWait(context.connects, now()),
          ),
        retryAfterMs: 0,
        attemptKind: 'none',
      }),
      emitPollDue: emit({ type: 'poll.due' }),
    },
    guards: {
      isUnknown: ({ event }) => !KNOWN.test(event.type),
      isNewest: ({ context }, { generation }: { generation: number }) => generation === context.generation,
      isCurrent: ({ context }, { generation }: { generation: number }) => generation === context.current,
      isCandidate: ({ context }, { generation }: { generation: number }) =>
        generation === context.generation && generation !== context.current,
      closedNormally: ({ context }) => context.closeCode === CLOSE.normal,
      shouldCheckSession: ({ context }) =>
        !context.isSessionChecked && (context.closeCode === CLOSE.token || context.closeCode === CLOSE.sessionEnded),
      wasSessionEnded: ({ context }) => context.closeCode === CLOSE.sessionEnded,
      isPersistent: ({ context }) => context.isPersistent,
      isNotPersistent: ({ context }) => !context.isPersistent,
      isExhausted: ({ context }) => context.attempts >= CONNECTION.maxAttempts,
      isOffline: stateIn({ network: 'offline' }),
      canConnect: ({ context }) => connectLimitWait(context.connects, now()) === 0,
      isRetryDue: ({ context }) => now() >= context.dueAt,
      isDead: ({ context }) => msUntilDead(context, now()) === 0,
      isUnresponsive: ({ context }) => msUntilUnresponsive(context, now()) === 0,
      isHeartbeatDue: ({ context }) => now() - context.heartbeatSentAt >= CONNECTION.heartbeatMs,
      isRenewalDue: ({ context }) => now() - (context.connectedAt ?? now()) >= CONNECTION.renewMs,
      hasFailed: stateIn({ transport: 'error' }),
      isPollingUnneeded: or([
        stateIn({ transport: { online: 'connected' } }),
        stateIn({ transport: 'disconnected' }),
        stateIn({ transport: 'suspended' }),
      ]),
      isSessionEnded: (_, { result }: { result: SessionCheckResult }) => result === 'ended',
    },
    delays: {
      connectTimeout: CONNECTION.connectTimeoutMs,
      heartbeat: CONNECTION.heartbeatMs,
      deadLink: ({ context }) => clampDelay(msUntilDead(context, now())),
      silence: ({ context }) => clampDelay(msUntilUnresponsive(context, now())),
      renewal: ({ context }) => clampDelay((context.connectedAt ?? now()) + CONNECTION.renewMs - now()),
      backoff: ({ context }) => clampDelay(context.dueAt - now()),
      allRetries: LADDER_MS,
      restartWait: ({ context }) => Math.max(CONNECTION.restartWaitMs, connectLimitWait(context.connects, now())),
      probe: ({ context }) => Math.max(CONNECTION.probeMs, connectLimitWait(context.connects, now())),
      poll: STREAMS.fallbackPollMs,
    },
  })
}

export type ConnectionSetup = ReturnType<typeof connectionSetup>
