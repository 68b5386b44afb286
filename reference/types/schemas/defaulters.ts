// Defaults of definitions that need code rather than a list of members.

import { isJsonObject, type JsonObject, objectIn, objectsIn } from '../../api/object.ts'

export type Defaulter = (given: JsonObject) => JsonObject

/** Adds the members that an object lacks. An empty text or an empty list counts as absent. */
export function withMissing(given: JsonObject, members: JsonObject): JsonObject {
  const absent = Object.entries(members).filter(
    ([name, value]) => value !== undefined && isAbsent(given[name]),
  )
  return absent.length === 0 ? given : { ...given, ...Object.fromEntries(absent) }
}

const isAbsent = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0)

export const fixedDefaults =
  (members: JsonObject): Defaulter =>
  given =>
    withMissing(given, members)

/** Returns a defaulter whose members depend on the object. */
export const derivedDefaults =
  (members: (given: JsonObject) => JsonObject): Defaulter =>
  given =>
    withMissing(given, members(given))

const rollingUpdate = 'RollingUpdate'

/** Returns the defaulter of an update strategy. Only RollingUpdate has further defaults. */
export function rollingUpdateDefaults(how: JsonObject): Defaulter {
  return given => {
    const typed = withMissing(given, { type: rollingUpdate })
    if (typed.type !== rollingUpdate) return typed
    return { ...typed, rollingUpdate: withMissing(objectIn(typed.rollingUpdate), how) }
  }
}

export function statefulSetDefaults(given: JsonObject): JsonObject {
  const { volumeClaimTemplates } = given
  const claim = { kind: 'PersistentVolumeClaim', apiVersion: 'v1', status: { phase: 'Pending' } }
  return withMissing(
    {
      ...given,
      ...(Array.isArray(volumeClaimTemplates) && {
        volumeClaimTemplates: objectsIn(volumeClaimTemplates).map(one => withMissing(one, claim)),
      }),
    },
    {
      podManagementPolicy: 'OrderedReady',
      persistentVolumeClaimRetentionPolicy: {},
      replicas: 1,
      revisionHistoryLimit: 10,
    },
  )
}

/** A job without `completions` and `parallelism` completes with one successful pod. */
export function jobDefaults(given: JsonObject): JsonObject {
  const isSingle = isAbsent(given.completions) && isAbsent(given.parallelism)
  return withMissing(given, {
    ...(isSingle && { completions: 1 }),
    parallelism: 1,
    backoffLimit: isAbsent(given.backoffLimitPerIndex) ? 6 : 2 ** 31 - 1,
    completionMode: 'NonIndexed',
    suspend: false,
    manualSelector: false,
    podReplacementPolicy: isAbsent(given.podFailurePolicy) ? 'TerminatingOrFailed' : 'Failed',
  })
}

/** Fills in both directions of scaling if one of them is set. */
export function scalingBehaviorDefaults({ scaleUp, scaleDown }: JsonObject): JsonObject {
  const all = { type: 'Percent', value: 100, periodSeconds: 15 }
  const four = { type: 'Pods', value: 4, periodSeconds: 15 }
  const most = { selectPolicy: 'Max' }
  return {
    scaleUp: withMissing(objectIn(scaleUp), {
      ...most,
      policies: [four, all],
      stabilizationWindowSeconds: 0,
    }),
    scaleDown: withMissing(objectIn(scaleDown), { ...most, policies: [all] }),
  }
}

export function containerDefaults({ image }: JsonObject): JsonObject {
  return {
    imagePullPolicy: isLatest(String(image ?? '')) ? 'Always' : 'IfNotPresent',
    terminationMessagePath: '/dev/termination-log',
    terminationMessagePolicy: 'File',
  }
}

/** Whether an image is `latest`: its tag says so, or it has neither tag nor digest. */
function isLatest(image: string): boolean {
  const [name = '', digest] = image.split('@')
  const tag = /:([^:/]+)$/.exec(name)?.[1]
  return digest === undefined ? (tag ?? 'latest') === 'latest' : tag === 'latest'
}

/** A value of 0 also stands for the default. */
export function probeDefaults(given: JsonObject): JsonObject {
  const times = { timeoutSeconds: 1, periodSeconds: 10, successThreshold: 1, failureThreshold: 3 }
  const set = Object.keys(times).filter(name => (given[name] ?? 0) !== 0)
  return { ...given, ...times, ...Object.fromEntries(set.map(name => [name, given[name]])) }
}

export function rbdDefaults(): JsonObject {
  return { keyring: '/etc/ceph/keyring', pool: 'rbd', user: 'admin' }
}

export function scaleIoDefaults(): JsonObject {
  return { fsType: 'xfs', storageMode: 'ThinProvisioned' }
}

/** A volume without a source is an empty directory. */
export function volumeDefaults(given: JsonObject): JsonObject {
  const sources = Object.entries(given).filter(([name, value]) => name !== 'name' && value !== null)
  return sources.length === 0 ? { ...given, emptyDir: {} } : given
}

/**
 * Fills in container limits: the default limit is the maximum, and the default request is the
 * limit.
 */
export function limitRangeItemDefaults(given: JsonObject): JsonObject {
  if (given.type !== 'Container') return given
  const most = { ...objectIn(given.max), ...objectIn(given.default) }
  const requested = { ...objectIn(given.min), ...most, ...objectIn(given.defaultRequest) }
  return {
    ...given,
    ...(Object.keys(most).length > 0 && { default: most }),
    ...(Object.keys(requested).length > 0 && { defaultRequest: requested }),
  }
}

/** Fills in selector and labels from the labels of the pod template. */
export function replicationControllerDefaults(given: JsonObject): JsonObject {
  const spec = objectIn(given.spec)
  const { labels } = objectIn(objectIn(spec.template).metadata)
  if (!isJsonObject(labels)) return given
  const metadata = withMissing(objectIn(given.metadata), { labels })
  return { ...given, metadata, spec: withMissing(spec, { selector: labels }) }
}

/** The target port defaults to the port. 0 counts as absent, as in Protobuf. */
export function servicePortDefaults(given: JsonObject): JsonObject {
  const { targetPort, ...rest } = given
  return withMissing(targetPort === 0 ? rest : given, { protocol: 'TCP', targetPort: given.port })
}

export function serviceDefaults({ type = 'ClusterIP', ...given }: JsonObject): JsonObject {
  const isOpen = type === 'NodePort' || type === 'LoadBalancer'
  const isSticky = given.sessionAffinity === 'ClientIP'
  return {
    type: 'ClusterIP',
    sessionAffinity: 'None',
    ...(isSticky && { sessionAffinityConfig: { clientIP: { timeoutSeconds: 10_800 } } }),
    ...(isOpen && { externalTrafficPolicy: 'Cluster' }),
    ...((isOpen || type === 'ClusterIP') && { internalTrafficPolicy: 'Cluster' }),
    ...(type === 'LoadBalancer' && { allocateLoadBalancerNodePorts: true }),
  }
}
