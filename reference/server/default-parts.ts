import { randomBytes, randomUUID } from 'node:crypto'

import type { AllowRule, TokenUser } from '../api/access.ts'
import { gateDefaults, type Gates } from '../api/gates.ts'
import type { Parts } from '../api/parts.ts'
import { begun } from '../lib/turns.ts'
import { codecsOf } from '../codecs/codecs.ts'
import { furnish } from '../controllers/furnish.ts'
import { garbageCollector } from '../controllers/garbage-collector.ts'
import { applied } from '../apply/applying.ts'
import { ownersAfter } from '../apply/tracking.ts'
import { admitContent, clean, confirmContent } from '../controllers/namespace.ts'
import { definedTypes } from '../crd/definitions.ts'
import { cluster } from '../dialects/cluster.ts'
import { kubernetes } from '../dialects/kubernetes.ts'
import { discovery } from '../discovery/endpoints.ts'
import { openApi } from '../openapi/endpoints.ts'
import { jsonPatch } from '../patches/json-patch.ts'
import { mergePatchOf } from '../patches/merge-patch.ts'
import { strategicMerge } from '../patches/strategic-merge.ts'
import { accountTokens } from '../auth/account-tokens.ts'
import { ownReviews } from '../auth/allow-rules.ts'
import { flags } from '../config/flags/flags.table.ts'
import { flagRules } from '../config/flags/rules.ts'
import { kinds } from '../config/kinds.ts'
import { reviews } from '../auth/reviews.ts'
import { settingsTable } from '../admission/settings.table.ts'
import { admit, checkAdmission } from '../pipeline/admit.ts'
import { authenticate } from '../pipeline/authenticate.ts'
import { authorize } from '../pipeline/authorize.ts'
import { checked, decode, read } from '../pipeline/decode.ts'
import { decodeOptions } from '../pipeline/decode-options.ts'
import { impersonate } from '../pipeline/impersonate.ts'
import { isDryRun } from '../pipeline/dry-run.ts'
import { validationLevel, warningHeaders } from '../pipeline/field-validation.ts'
import { encodeDocument, encodeList, encodeObject } from '../pipeline/encode.ts'
import { fieldManager } from '../pipeline/field-manager.ts'
import { encodeEvent } from '../pipeline/encode-event.ts'
import { formOfStatus, negotiate } from '../pipeline/negotiate.ts'
import { route } from '../pipeline/route.ts'
import { isKeptAs, keep, recall } from '../pipeline/store.ts'
import { validate } from '../pipeline/validate.ts'
import { continueTokens } from '../storage/continue-token.ts'
import { corruptible } from '../storage/corruptible.ts'
import { memoryStore } from '../storage/memory.ts'
import type { Store } from '../storage/storage.ts'
import { watchCache } from '../storage/watch-cache.ts'
import { directCache } from '../storage/watch-cache-direct.ts'
import { apply } from '../verbs/apply.ts'
import { change } from '../verbs/change.ts'
import { create } from '../verbs/create.ts'
import * as deletion from '../verbs/delete.ts'
import { removeAll } from '../verbs/delete-collection.ts'
import { get, planGet } from '../verbs/get.ts'
import { issueToken } from '../verbs/issue-token.ts'
import { chunk, list, start } from '../verbs/list.ts'
import { listOptions, selectorOf } from '../verbs/list-options.ts'
import { page } from '../verbs/list-page.ts'
import { seated, seats } from '../verbs/list-seats.ts'
import * as metadata from '../verbs/metadata.ts'
import { patch } from '../verbs/patch.ts'
import { log } from '../verbs/pod-log.ts'
import { bind, evict } from '../verbs/pod-operations.ts'
import { review } from '../verbs/review.ts'
import { planList } from '../verbs/read-plan.ts'
import * as replacement from '../verbs/update.ts'
import { waitFor } from '../verbs/wait-for.ts'
import { watch, startWatch } from '../verbs/watch/watch.ts'
import { classify } from '../verbs/watch/events.ts'
import { changeFeeds } from '../verbs/watch/feed.ts'
import { lifetime, nextBookmark } from '../verbs/watch/life.ts'
import { planWatch, watchOptions } from '../verbs/watch/options.ts'
import { systemClock } from './clock.ts'
import { limits } from './default-limits.ts'
import { describe } from '../pipeline/describe.ts'
import { health } from './health.ts'
import { healthChecks } from './health-checks.ts'
import { newLife } from './life.ts'
import { builtInResources } from '../types/resources.ts'
import { startHooks } from './start-hooks.ts'
import { openStreams } from '../http/streams.ts'
import { version } from './version.ts'

export const dialects = { cluster, kubernetes }

export type PartsOptions = {
  dialect?: keyof typeof dialects
  /** What `<api-domain>` stands for; the dialect's own unless set. */
  apiDomain?: string
  /** How long a continue token can be used, and at least how long a snapshot; 5 minutes unless set. */
  historyMs?: number
  /** How far reads that need not be the newest are behind; 0 unless set. */
  cacheLagMs?: number
  /** Another engine than memory, and the secret that its servers share. */
  stored?: {
    store: Store
    secret: Buffer
    /** Whether reading costs a way through the network, so that a cache in front pays. */
    isRemote: boolean
  }
  /** What is to be on or off, other than by default. */
  gates?: Partial<Gates>
  /** Whether settings that are not obeyed are stored with a warning; they are refused unless set. */
  storeIgnoredSettings?: boolean
  /** Without users, everyone is an administrator. */
  users?: readonly TokenUser[]
  allow?: readonly AllowRule[]
  /** How long after its start it is live although it has not finished it; 0 unless set. */
  livezGraceMs?: number
  /** How long it goes on serving when it is told to end; 0 unless set. */
  shutdownDelayMs?: number
  /** Any free port unless set. */
  port?: number
  bindAddress?: string
  /** PEM texts; without them the server speaks plain HTTP/1.1. */
  tls?: { cert: string; key: string }
}

/** A complete server that does everything right, in memory, for the loopback interface. */
export function defaultParts(options: PartsOptions = {}): Parts {
  const { historyMs = 5 * 60_000, cacheLagMs = 0, users = [], allow = [], port = 0 } = options
  const { livezGraceMs = 0, shutdownDelayMs = 0 } = options
  const gates = { ...gateDefaults, ...options.gates }
  const words = dialects[options.dialect ?? 'cluster']
  const dialect = { ...words, apiDomain: options.apiDomain ?? words.apiDomain }
  const clock = systemClock()
  const lasting = { now: clock.steady }
  // PAGE-006: a later chunk's token names the snapshot of the first one, and lives as long.
  const { stored } = options
  const engine = stored?.store ?? memoryStore({ clock: lasting, historyMs: 2 * historyMs })
  const { store, spoil } = corruptible(engine)
  const secret = stored?.secret ?? randomBytes(32)
  const isFollowed = stored?.isRemote === true || cacheLagMs > 0
  return {
    store,
    cache: isFollowed ? watchCache(store, { clock, lagMs: cacheLagMs }) : directCache(store),
    tokens: continueTokens({ secret, clock: lasting, lifetimeMs: historyMs }),
    changes: changeFeeds(limits),
    streams: openStreams(),
    seats: seats(),
    clock,
    ids: { uid: randomUUID, random: Math.random },
    dialect,
    resources: builtInResources(dialect),
    defined: definedTypes(dialect),
    limits: { ...limits, livezGraceMs, shutdownDelayMs },
    gates,
    spoil,
    codecs: codecsOf(dialect, gates),
    patches: {
      'application/json-patch+json': (document, value, { limits: own, dialect: { replaceAdds } }) =>
        begun(jsonPatch(document, value, { ...own.jsonPatch, replaceAdds })),
      'application/merge-patch+json': mergePatchOf,
      'application/strategic-merge-patch+json': (document, value, { schema }) =>
        begun(strategicMerge(document, value, schema)),
    },
    applies: {
      'application/apply-patch+yaml': 'application/yaml',
      ...(gates.CBORServingAndStorage && { 'application/apply-patch+cbor': 'application/cbor' }),
    },
    users,
    allow: [...ownReviews(dialect.apiDomain), ...allow],
    accountTokens: accountTokens({ secret, issuer: `https://${dialect.name}.default.svc` }),
    startHooks: startHooks(dialect),
    settings: { table: settingsTable, storesIgnored: options.storeIgnoredSettings ?? false },
    healthChecks: healthChecks(dialect),
    ailing: new Set(),
    life: newLife(clock),
    stages,
    verbs,
    metadata,
    ownership: { after: ownersAfter, apply: applied },
    namespaces: { admitContent, confirmContent, furnish, clean },
    collector: garbageCollector,
    reviews,
    kinds,
    flags: { table: flags, rules: flagRules },
    endpoints: [health, version, ...discovery, ...openApi],
    listen: {
      port,
      bindAddress: options.bindAddress ?? '127.0.0.1',
      ...(options.tls && { tls: options.tls }),
    },
  }
}

const stages: Parts['stages'] = {
  authenticate,
  describe,
  impersonate,
  authorize,
  route,
  negotiate,
  formOfStatus,
  decode,
  read,
  checked,
  decodeOptions,
  isDryRun,
  fieldManager,
  validationLevel,
  warningHeaders,
  admit,
  validate,
  checkAdmission,
  keep,
  isKeptAs,
  recall,
  encode: { object: encodeObject, list: encodeList, document: encodeDocument, event: encodeEvent },
}

const verbs: Parts['verbs'] = {
  get: { act: get, plan: planGet },
  list: {
    act: seated(list),
    chunk,
    options: listOptions,
    plan: planList,
    selector: selectorOf,
    start,
    page,
  },
  watch: {
    act: watch,
    options: watchOptions,
    plan: planWatch,
    selector: selectorOf,
    start: startWatch,
    page,
    classify,
    lifetime,
    nextBookmark,
  },
  create: { act: create },
  update: { act: replacement.update, precondition: replacement.precondition },
  patch: { act: patch },
  apply: { act: apply },
  delete: { act: deletion.remove, write: deletion.deletion, precondition: deletion.precondition },
  deletecollection: { act: removeAll },
  review: { act: review },
  evict: { act: evict },
  bind: { act: bind },
  log: { act: log },
  issue: { act: issueToken },
  change,
  waitFor,
}
