import { randomBytes, randomUUID } from 'node:crypto'

import { featureGateDefaults } from '../api/feature-gates.ts'
import { writeLog } from '../api/log-failure.ts'
import type { Parts } from '../parts/parts.ts'
import { runUntilYield } from '../lib/event-loop.ts'
import { codecsByMediaType } from '../codecs/codecs-by-media-type.ts'
import { egressOf } from '../egress/connect-through-proxy.ts'
import { newTracing } from './new-tracing.ts'
import { tracedStore } from '../tracing/traced-store.ts'
import { tracingRules } from '../tracing/tracing-rules.ts'
import { auditRules } from '../audit/audit-rules.ts'
import { createSinks } from '../audit/create-sinks.ts'
import { createDefaultContents } from '../controllers/namespace-defaults.ts'
import { startGarbageCollector } from '../controllers/garbage-collector.ts'
import { applyToObject } from '../apply/apply-to-object.ts'
import { managedFieldsAfter } from '../apply/track-managed-fields.ts'
import {
  requireActiveNamespace,
  finalizeNamespace,
  recheckNamespace,
} from '../controllers/namespace-lifecycle.ts'
import { customTypeRegistry } from '../crd/custom-type-registry.ts'
import { createConversions } from '../crd/conversion/conversions.ts'
import { cluster } from '../dialects/cluster.ts'
import { kubernetes } from '../dialects/kubernetes.ts'
import { discoveryEndpoints } from '../discovery/discovery-endpoints.ts'
import { openApiEndpoints } from '../openapi/openapi-endpoints.ts'
import { applyJsonPatch } from '../patches/json-patch.ts'
import { applyMergePatch } from '../patches/merge-patch.ts'
import { applyStrategicMerge } from '../patches/strategic-merge.ts'
import { authenticators } from '../auth/authenticators.ts'
import { accessReviewRules } from '../auth/access-webhook/access-review-rules.ts'
import { authorizersOf } from '../auth/authorizers.ts'
import { createRoleIndex } from '../auth/rbac/role-index.ts'
import { eventLimitRules } from '../admission/event-rate-limit/event-limit-rules.ts'
import { podFaults } from '../admission/pod-security/pod-checks.table.ts'
import { imagePolicyRules } from '../admission/image-policy/image-policy-rules.ts'
import { jwtRules } from '../auth/jwt/jwt-rules.ts'
import { serviceAccountTokens } from '../auth/service-account-tokens.ts'
import { selfReviewRules } from '../auth/allow-rules.ts'
import { agentFlags } from '../config/flags/flags.table.ts'
import { flagRules } from '../config/flags/flag-rules.ts'
import { configKinds } from '../config/config-kinds.ts'
import { reviewAnswers } from '../auth/reviews.ts'
import { settingsTable } from '../admission/settings.table.ts'
import { applyConfiguration } from '../apply/apply-configuration.ts'
import { applyAnswer } from '../admission/webhooks/apply-answer.ts'
import { createCaller } from '../admission/webhooks/call.ts'
import { mutateByWebhooks, validateByWebhooks } from '../admission/webhooks/call-webhooks.ts'
import { matches } from '../admission/webhooks/match.ts'
import { reviewOf } from '../admission/webhooks/review.ts'
import { matchesPolicy } from '../admission/policies/policy-match.ts'
import { mutationByPolicies } from '../admission/policies/mutate-by-policies.ts'
import { paramsOf } from '../admission/policies/policy-params.ts'
import { bindPolicies, policyRegistry } from '../admission/policies/policy-registry.ts'
import { validateByPolicies } from '../admission/policies/validate-by-policies.ts'
import { webhookRegistry } from '../admission/webhooks/webhook-registry.ts'
import { admit, checkAdmission } from '../pipeline/admit.ts'
import { authenticate } from '../pipeline/authenticate.ts'
import { authorize } from '../pipeline/authorize.ts'
import { checkDocument, decode, parseBody } from '../pipeline/decode.ts'
import { decodeOptions } from '../pipeline/decode-options.ts'
import { impersonate } from '../pipeline/impersonate.ts'
import { isDryRun } from '../pipeline/dry-run.ts'
import { validationLevel, warningHeaders } from '../pipeline/field-validation-level.ts'
import { encodeDocument, encodeList, encodeObject } from '../pipeline/encode.ts'
import { fieldManager } from '../pipeline/field-manager.ts'
import { encodeEvent } from '../pipeline/encode-event.ts'
import { statusFormatFor, negotiate } from '../pipeline/negotiate.ts'
import { route } from '../pipeline/route.ts'
import { isSameAsStored, encodeStored, decodeStored } from '../pipeline/stored-object.ts'
import type { PartsOptions } from './parts-options.ts'
import { validate } from '../pipeline/validate.ts'
import { continueTokens } from '../storage/continue-token.ts'
import { corruptibleStore } from '../storage/corruptible-store.ts'
import { withEncryption, type StoreAndCache } from '../storage/encryption/encrypted-store.ts'
import { transformValues } from '../storage/encryption/transform-values.ts'
import { memoryStore } from '../storage/memory.ts'
import { watchCache } from '../storage/watch-cache.ts'
import { directCache } from '../storage/watch-cache-direct.ts'
import { applyObject } from '../verbs/apply.ts'
import { performWrite } from '../verbs/perform-write.ts'
import { createObject } from '../verbs/create.ts'
import * as deletion from '../verbs/delete.ts'
import { deleteCollection } from '../verbs/delete-collection.ts'
import { getObject, planGet } from '../verbs/get.ts'
import { issueToken } from '../verbs/issue-token.ts'
import { readChunk, listObjects, listStartPosition } from '../verbs/list.ts'
import { parseListOptions, objectSelectorOf } from '../verbs/list-options.ts'
import { readPage } from '../verbs/list-page.ts'
import { limitListConcurrency, listConcurrencyLimit } from '../verbs/list-concurrency.ts'
import * as metadata from '../verbs/metadata-rules.ts'
import { patchObject } from '../verbs/patch.ts'
import { readPodLog } from '../verbs/pod-log.ts'
import { bindPod, evictPod } from '../verbs/pod-operations.ts'
import { answerReview } from '../verbs/review.ts'
import { planList } from '../verbs/plan-list.ts'
import * as replacement from '../verbs/update.ts'
import { waitForRevision } from '../verbs/wait-for-revision.ts'
import { watchObjects, resolveWatchStart } from '../verbs/watch/watch.ts'
import { eventForChange } from '../verbs/watch/watch-event-for-change.ts'
import { changeFeeds } from '../verbs/watch/feed.ts'
import { watchLifetimeMs, nextBookmarkMs } from '../verbs/watch/watch-lifetime.ts'
import { planWatch, parseWatchOptions } from '../verbs/watch/options.ts'
import { systemClock } from './clock.ts'
import { defaultLimits } from './default-limits.ts'
import { parseRequestInfo } from '../pipeline/parse-request-info.ts'
import { healthEndpoint } from './health.ts'
import { metricsEndpoint } from './metrics.ts'
import { healthChecks } from './health-checks.ts'
import { kmsHealthChecks } from './kms-health-checks.ts'
import { newServerLifecycle } from './server-lifecycle-state.ts'
import { builtInTypesAndDefinitions } from '../crd/crd-type-traits.ts'
import { newQuotas } from './new-quotas.ts'
import { startHooks } from './start-hooks.ts'
import { newOpenStreams } from '../http/open-streams.ts'
import { versionEndpoint } from './version.ts'

export const dialects = { cluster, kubernetes }

/** Returns the parts of a complete and correct server, in memory, for the loopback interface. */
export function defaultParts(options: PartsOptions = {}): Parts {
  const { historyMs = 5 * 60_000, cacheLagMs = 0, users = [], allow = [], port = 0 } = options
  const { log = writeLog } = options
  const { livezGraceMs = 0, shutdownDelayMs = 0 } = options
  const gates = { ...featureGateDefaults, ...options.gates }
  const words = dialects[options.dialect ?? 'cluster']
  const dialect = { ...words, apiDomain: options.apiDomain ?? words.apiDomain }
  const clock = systemClock()
  const lasting = { now: clock.steady }
  // PAGE-006: the token of a later chunk refers to the snapshot of the first one, and lives as long
  // again.
  const { stored } = options
  const engine = stored?.store ?? memoryStore({ clock: lasting, historyMs: 2 * historyMs })
  const tracing = options.tracing && newTracing(options.tracing, { clock, dialect, log })
  const { store, corrupt } = corruptibleStore(tracing ? tracedStore(engine) : engine)
  const secret = stored?.secret ?? randomBytes(32)
  const isFollowed = stored?.isRemote === true || cacheLagMs > 0
  const cache = isFollowed ? watchCache(store, { clock, lagMs: cacheLagMs }) : directCache(store)
  const { encryption: settings } = options
  const encryption = transformValues(settings ?? { rules: [] }, { clock, prefix: stored?.prefix })
  settings?.onReload?.(encryption.replace)
  const readable = (held: StoreAndCache) =>
    stored || settings ? withEncryption(held, encryption) : held
  return {
    ...readable({ store, watchCache: cache }),
    laggingCacheForTest: lagMs =>
      readable({ store, watchCache: watchCache(store, { clock, lagMs }) }).watchCache,
    encryption,
    continueTokens: continueTokens({ secret, clock: lasting, lifetimeMs: historyMs }),
    changeFeedOf: changeFeeds(defaultLimits),
    openStreams: newOpenStreams(),
    listConcurrencyLimit: listConcurrencyLimit(),
    clock,
    ids: { uid: randomUUID, random: Math.random },
    dialect,
    builtInResources: builtInTypesAndDefinitions(dialect),
    customTypes: customTypeRegistry(dialect),
    webhooks: {
      registry: webhookRegistry(),
      matches,
      reviewOf,
      call: createCaller(),
      applyAnswer,
      mutate: mutateByWebhooks,
      validate: validateByWebhooks,
    },
    policies: {
      registry: policyRegistry(),
      bind: bindPolicies,
      matches: matchesPolicy,
      paramsOf,
      validate: validateByPolicies,
      mutation: mutationByPolicies,
      applyConfiguration: (object, configuration, resource) =>
        applyConfiguration(object, configuration, resource.schema()),
    },
    conversion: createConversions(),
    quotas: newQuotas(),
    limits: { ...defaultLimits, livezGraceMs, shutdownDelayMs },
    featureGates: gates,
    corruptForTest: corrupt,
    storedForTest: async key => (await engine.get(key))?.value,
    codecs: codecsByMediaType(dialect, gates),
    patchTypes: {
      'application/json-patch+json': (document, value, { limits: own, dialect: { replaceAdds } }) =>
        runUntilYield(applyJsonPatch(document, value, { ...own.jsonPatch, replaceAdds })),
      'application/merge-patch+json': applyMergePatch,
      'application/strategic-merge-patch+json': (document, value, { schema }) =>
        runUntilYield(applyStrategicMerge(document, value, schema)),
    },
    applyMediaTypes: {
      'application/apply-patch+yaml': 'application/yaml',
      ...(gates.CBORServingAndStorage && { 'application/apply-patch+cbor': 'application/cbor' }),
    },
    users,
    ...(options.authentication && { authentication: { ...options.authentication } }),
    ...(options.newerAuthentication && { newerAuthentication: options.newerAuthentication }),
    ...(options.clientAuthorities && { clientAuthorities: options.clientAuthorities }),
    ...(options.requestHeaders && { requestHeaders: options.requestHeaders }),
    ...(options.tokenWebhook && { tokenWebhook: { ...options.tokenWebhook } }),
    ...options.plugins,
    eventLimitRules,
    ...(options.audit && {
      audit: { policy: options.audit.policy, sinks: createSinks(options.audit.sinks) },
    }),
    auditRules,
    ...(tracing && { tracing }),
    tracingRules,
    ...egressOf(options.egress ?? {}),
    imagePolicyRules,
    podFaults,
    followedFiles: [...(options.followedFiles ?? []), ...(settings?.file ? [settings.file] : [])],
    authenticators,
    jwtRules,
    log,
    authorizers: authorizersOf(options.authorizers, { hasRules: options.allow !== undefined }),
    ...(options.newerAuthorizers && { newerAuthorizers: options.newerAuthorizers }),
    accessReviewRules,
    roles: createRoleIndex(),
    allowRules: [...selfReviewRules(dialect.apiDomain), ...allow],
    serviceAccountTokens: serviceAccountTokens({
      secret,
      issuer: `https://${dialect.name}.default.svc`,
    }),
    startHooks: startHooks(dialect, {
      hasRoles: options.allow === undefined && options.authorizers?.includes('RBAC') === true,
    }),
    settingsPolicy: { table: settingsTable, storesIgnored: options.storeIgnoredSettings ?? false },
    healthChecks: [
      ...healthChecks(dialect),
      ...kmsHealthChecks(encryption, { mayChange: settings?.file !== undefined }),
    ],
    failingHealthChecks: new Set(),
    lifecycle: newServerLifecycle(clock),
    stages,
    verbs,
    metadataRules: metadata,
    managedFieldsRules: { managedFieldsAfter, apply: applyToObject },
    namespaceLifecycle: {
      requireActiveNamespace,
      recheckNamespace,
      createDefaultContents,
      finalizeNamespace,
    },
    startGarbageCollector,
    ...(options.controllers && { optionalControllers: options.controllers }),
    reviewAnswers,
    configKinds,
    agentFlags: { table: agentFlags, rules: flagRules },
    nonResourceEndpoints: [
      healthEndpoint,
      metricsEndpoint,
      versionEndpoint,
      ...discoveryEndpoints,
      ...openApiEndpoints,
    ],
    listen: {
      port,
      bindAddress: options.bindAddress ?? '127.0.0.1',
      ...(options.tls && { tls: options.tls }),
    },
  }
}

const stages: Parts['stages'] = {
  authenticate,
  parseRequestInfo,
  impersonate,
  authorize,
  route,
  negotiate,
  statusFormatFor,
  decode,
  parseBody,
  checkBody: checkDocument,
  decodeOptions,
  isDryRun,
  fieldManager,
  validationLevel,
  warningHeaders,
  admit,
  validate,
  checkAdmission,
  encodeStored,
  isSameAsStored,
  decodeStored,
  encode: { object: encodeObject, list: encodeList, document: encodeDocument, event: encodeEvent },
}

const verbs: Parts['verbs'] = {
  get: { handle: getObject, plan: planGet },
  list: {
    handle: limitListConcurrency(listObjects),
    readChunk,
    options: parseListOptions,
    plan: planList,
    selector: objectSelectorOf,
    startPosition: listStartPosition,
    readPage,
  },
  watch: {
    handle: watchObjects,
    options: parseWatchOptions,
    plan: planWatch,
    selector: objectSelectorOf,
    startPosition: resolveWatchStart,
    readPage,
    eventForChange,
    lifetimeMs: watchLifetimeMs,
    nextBookmarkMs,
  },
  create: { handle: createObject },
  update: {
    handle: replacement.updateObject,
    checkPreconditions: replacement.checkUpdatePreconditions,
  },
  patch: { handle: patchObject },
  apply: { handle: applyObject },
  delete: {
    handle: deletion.deleteObject,
    write: deletion.deletionWrite,
    checkPreconditions: deletion.checkDeletePreconditions,
  },
  deletecollection: { handle: deleteCollection },
  review: { handle: answerReview },
  evict: { handle: evictPod },
  bind: { handle: bindPod },
  log: { handle: readPodLog },
  issue: { handle: issueToken },
  performWrite,
  waitForRevision,
}
