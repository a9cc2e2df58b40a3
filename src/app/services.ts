import { useSelector } from '@xstate/react'
import { useObservableState } from 'observable-hooks'
import { createContext, use, useContext, useSyncExternalStore } from 'react'
import type { Observable } from 'rxjs'
import type { IndicatorSeries } from '#contract/payloads/indicator-series.ts'
import type { ClientConfig } from '#contract/config.ts'
import type { ScoreCard, ScoreQuery } from '#contract/score-card/schema.ts'
import { NO_RECORDS, type RecordBook } from '#contract/track-records/book.ts'
import type { ConnectionActor } from '#src/machines/connection/machine.ts'
import type { FeedName } from '#src/machines/connection/ports.ts'
import type { FaultInjectionActor } from '#src/machines/fault-injection/machine.ts'
import type { HealthActor } from '#src/machines/health/machine.ts'
import type { ModelsApi } from '#src/machines/models/types.ts'
import type { ProofActor } from '#src/machines/proof.ts'
import type { SessionCommands } from '#src/machines/session/commands.ts'
import type { SessionActor, SessionSnapshot } from '#src/machines/session/machine.ts'
import type { ChosenPasskey, Invitation } from '#src/machines/session/ports.ts'
import type { Result } from '#src/lib/result.ts'
import type { Recorder, Trail } from '#src/lib/inspection/recorder.ts'
import type { WizardActor } from '#src/machines/wizard/machine.ts'
import type { SavedDraft } from '#src/machines/wizard/types.ts'
import type { FeedStats, ObservableStats, Monitoring, StreamPorts, Streams } from '#src/streams/index.ts'
import type { AccountApi } from '#src/transport/api/account.ts'
import type { AdminApi } from '#src/transport/api/admin.ts'
import type { Backtests } from '#src/transport/api/backtests.ts'
import type { CandleImports, Upload } from '#src/transport/api/candle-imports.ts'
import type { Paper } from '#src/transport/api/paper.ts'
import type { PasswordResetApi } from '#src/transport/api/password-reset.ts'
import type { IndicatorRange } from '#src/transport/api/indicator-series.ts'
import type { DecisionFilter, StrategyFailure, StrategyService } from '#src/transport/api/strategies.ts'
import type { CachedConnections } from './realtime/cached-connections.ts'
import type { FactorRequirement } from './factor-requirement.ts'
import type { PreferenceStore, Preferences } from './preferences.ts'

export type {
  AccountApi,
  AdminApi,
  Backtests,
  CandleImports,
  DecisionFilter,
  PasswordResetApi,
  StrategyFailure,
  StrategyService,
  Upload,
}

/** What the inspector shows: of this page, of another one, or of a recording. */
export interface Inspected {
  readonly trail: Trail
  readonly flows: () => readonly ObservableStats[]
  readonly feeds: () => readonly FeedStats[]
  /** The recording of its session; absent in a replay. */
  readonly recording?: SessionRecording | undefined
}

/** The extent of a session recording; times in unix ms. */
export interface Recorded {
  readonly since?: number | undefined
  readonly until?: number | undefined
  readonly entries: number
}

/** A session recording that goes on. */
export interface SessionRecording {
  readonly recorded: () => Recorded
  /** The text of its file; undefined while it is empty, or if its page does not answer. */
  readonly save: () => Promise<string | undefined>
}

/** Another page of this browser that records. */
export interface OtherPage {
  readonly id: string
  readonly title: string
  readonly path: string
}

/** The other pages of this browser whose machines and streams can be watched. */
export interface OtherPages {
  /** Those that answer, in order of their first answer. */
  readonly pages$: Observable<readonly OtherPage[]>
  /** What happened on a page since it was opened, and while this is subscribed to what happens. */
  readonly watch: (id: string) => Observable<Inspected>
}

/** The inspection of this page. */
export interface Inspection extends Inspected {
  readonly recorder: Recorder
  /** Names this page for others. */
  readonly pageId: string
  /** Undefined where browsers have no channel between pages. */
  readonly otherPages: OtherPages | undefined
}

/** Unfinished strategies of the user, in this browser. */
export interface DraftStore {
  /** Newest first. */
  readonly list$: Observable<readonly SavedDraft[]>
  /** Reads them again: another user, or another tab. */
  readonly reload: () => void
  /** Adds a draft or replaces the one of the same id. */
  readonly save: (draft: SavedDraft) => void
  readonly remove: (id: string) => void
}

/** Services of the trading screen. */
export interface Strategies extends StrategyService {
  readonly backtests: Backtests
  readonly paper: Paper
  /** Outlives the screen, so that a draft survives leaving it. */
  readonly wizard: WizardActor
  readonly drafts: DraftStore
}

/** Services of every page, signed in or not. */
export interface PageServices {
  readonly config: ClientConfig
  readonly session: SessionActor
  readonly sessionCommands: SessionCommands
  /** The invitation that the page was opened with. */
  readonly invitation: Invitation
  /** Whether a passkey alone can sign in: browsers have them for pages at host names. */
  readonly hasPasskeys: boolean
  /** Has the browser suggest passkeys where the e-mail address is typed; undefined if none was chosen. */
  readonly suggestPasskey: (signal: AbortSignal) => Promise<ChosenPasskey | undefined>
  /** The calls for a forgotten password, loaded at the first call, then shared. */
  readonly passwordReset: () => Promise<PasswordResetApi>
  readonly preferences: PreferenceStore
  /** Why the server accepts no changes, asked for while it is subscribed to; undefined while it does. */
  readonly readOnly$: Observable<string | undefined>
  /** Undefined unless inspection is on. */
  readonly inspection: Inspection | undefined
}

/** The same, with the way to those of signed-in users. Created once by `createPublicServices`, outside React. */
export interface PublicServices extends PageServices {
  /** Loads the services of signed-in users once. Rejects when they cannot be loaded. */
  readonly loadSignedInServices: () => Promise<Services>
}

/** Services of the signed-in screens. Created once by `createSignedInServices`. */
export interface Services extends PageServices {
  readonly connections: Readonly<Record<FeedName, ConnectionActor>>
  readonly streams: Streams
  /** Emits when the server can be reached again. */
  readonly restored$: Observable<unknown>
  /** Loaded at the first call, then shared. */
  readonly strategies: () => Promise<Strategies>
  /** Imports of candles for Admins, loaded at the first call, then shared. */
  readonly candleImports: () => Promise<CandleImports>
  /** The admin API, loaded at the first call, then shared. */
  readonly admin: () => Promise<AdminApi>
  /** The account API, loaded at the first call, then shared. */
  readonly account: () => Promise<AccountApi>
  /** Whether the admin area is closed to this Admin, who has no second factor. */
  readonly factorRequirement: FactorRequirement
  /** Asks the user to prove who they are, for actions of these two that wait for it. */
  readonly proof: ProofActor
  /** Monitoring of the streams, loaded on first use, then shared. */
  readonly monitoring: () => Promise<Monitoring>
  /** The proxy health monitor, loaded at the first call, then shared. */
  readonly health: () => Promise<HealthActor>
  /** Fault injection for administrators, loaded at the first call, then shared. */
  readonly faultInjection: () => Promise<FaultInjectionActor>
  /** Indicators of past candles. Cold; aborts on unsubscription. */
  readonly indicatorSeries: (range: IndicatorRange) => Observable<Result<IndicatorSeries>>
  /** Past candles of any pair. Cold, emits once, and aborts on unsubscription. */
  readonly candlePage: StreamPorts['fetchCandlePage']
  /** How often the claims of the analysis came true; loaded on first use, then shared. */
  readonly trackRecords$: Observable<RecordBook>
  /** How many of the published cases held. */
  readonly scoreCard: (query: ScoreQuery, signal: AbortSignal) => Promise<Result<ScoreCard>>
  /** State of the connections on an earlier visit, until it expires. */
  readonly cachedConnections$: Observable<CachedConnections | undefined>
  /** In a chunk of its own; rejects when it cannot be loaded. */
  readonly models: () => Promise<ModelsApi>
}

export const PublicContext = createContext<PublicServices | undefined>(undefined)
export const ServicesContext = createContext<Services | undefined>(undefined)

export function usePublicServices(): PublicServices {
  const services = useContext(PublicContext)
  if (!services) throw new Error('usePublicServices outside of PublicContext')
  return services
}

/** For the signed-in screens. */
export function useServices(): Services {
  const services = useContext(ServicesContext)
  if (!services) throw new Error('useServices outside of ServicesContext')
  return services
}

/** The monitoring service. Suspends until its code is loaded. */
export const useMonitoring = (): Monitoring => use(useServices().monitoring())

/** Selects from the session and re-renders only when the selection changes. */
export const useSession = <T>(select: (snapshot: SessionSnapshot) => T): T =>
  useSelector(usePublicServices().session, select)

/** Actor options that make a component's machine visible in the inspector. */
export function useInspected(): { readonly inspect?: Recorder['inspect'] } {
  const recorder = useContext(PublicContext)?.inspection?.recorder
  return recorder === undefined ? {} : { inspect: recorder.inspect }
}

/** Opens the Connection Status dialog; provided by the shell. */
export const ConnectionStatusContext = createContext<() => void>(() => undefined)
export const useConnectionStatus = (): (() => void) => useContext(ConnectionStatusContext)

/** The signed-in user's preferences and their setter. */
export function usePreferences(): readonly [Preferences, PreferenceStore['set']] {
  const { preferences } = usePublicServices()
  return [useSyncExternalStore(preferences.subscribe, preferences.get), preferences.set]
}

/** How often the claims of the analysis came true: nothing until it is loaded. */
export const RecordsContext = createContext(NO_RECORDS)
export const useRecords = (): RecordBook => useContext(RecordsContext)

/** Loads the records, for their provider. */
export const useLoadedRecords = ({ trackRecords$ }: Pick<Services, 'trackRecords$'>): RecordBook =>
  useObservableState(trackRecords$, NO_RECORDS)
