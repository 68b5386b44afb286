// The checks of the level `restricted`.

import { type JsonObject, objectsIn } from '../../api/object.ts'
import { capabilitiesOf, isSeccompProfile, seccompProfile } from './baseline-checks.ts'
import {
  checkContexts,
  containersOf,
  contextOf,
  hasOwnUsers,
  isWindows,
  named,
  numbered,
  type PodCheck,
  quoted,
  settersOf,
  sortedTexts,
} from './pod-parts.ts'

/** The checks of 1.25 and 1.35 leave out pods of which they cannot be true. */
export const exceptWindows =
  (check: PodCheck): PodCheck =>
  pod =>
    isWindows(pod) ? undefined : check(pod)
export const exceptOwnUsers =
  (check: PodCheck): PodCheck =>
  pod =>
    hasOwnUsers(pod) ? undefined : check(pod)

export const privilegeEscalation: PodCheck = pod => {
  const bad = containersOf(pod).filter(one => contextOf(one).allowPrivilegeEscalation !== false)
  if (bad.length === 0) return undefined
  return {
    reason: 'allowPrivilegeEscalation != false',
    detail: `${named('container', bad)} must set securityContext.allowPrivilegeEscalation=false`,
  }
}

export const capabilities: PodCheck = pod => {
  const extraOf = (container: JsonObject) =>
    capabilitiesOf(container, 'add').filter(name => name !== 'NET_BIND_SERVICE')
  const keeping = containersOf(pod).filter(one => !capabilitiesOf(one, 'drop').includes('ALL'))
  const adding = containersOf(pod).filter(container => extraOf(container).length > 0)
  const details: string[] = []
  if (keeping.length > 0)
    details.push(
      `${named('container', keeping)} must set securityContext.capabilities.drop=["ALL"]`,
    )
  if (adding.length > 0) {
    const extra = quoted(sortedTexts(adding.flatMap(extraOf)))
    const whose = named('container', adding)
    details.push(`${whose} must not include ${extra} in securityContext.capabilities.add`)
  }
  if (details.length === 0) return undefined
  return { reason: 'unrestricted capabilities', detail: details.join('; ') }
}

const allowedVolumes = [
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'image',
  'persistentVolumeClaim',
  'projected',
  'secret',
]
const otherVolumes = [
  'hostPath',
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'gitRepo',
  'nfs',
  'iscsi',
  'glusterfs',
  'rbd',
  'flexVolume',
  'cinder',
  'cephfs',
  'flocker',
  'fc',
  'azureFile',
  'vsphereVolume',
  'quobyte',
  'azureDisk',
  'photonPersistentDisk',
  'portworxVolume',
  'scaleIO',
  'storageos',
]

export const volumeTypes: PodCheck = ({ spec }) => {
  const has = (volume: JsonObject, types: readonly string[]) =>
    types.find(type => volume[type] !== undefined && volume[type] !== null)
  const bad = objectsIn(spec.volumes).filter(volume => has(volume, allowedVolumes) === undefined)
  if (bad.length === 0) return undefined
  const types = sortedTexts(bad.map(volume => has(volume, otherVolumes) ?? 'unknown'))
  const use = bad.length === 1 ? 'uses' : 'use'
  const what = `${numbered('restricted volume type', types.length)} ${quoted(types)}`
  return { reason: 'restricted volume types', detail: `${named('volume', bad)} ${use} ${what}` }
}

export const runAsNonRoot: PodCheck = pod => {
  const reason = 'runAsNonRoot != true'
  const { setters } = checkContexts(pod, context => context.runAsNonRoot === false)
  if (setters !== '')
    return { reason, detail: `${setters} must not set securityContext.runAsNonRoot=false` }
  if (contextOf(pod.spec).runAsNonRoot === true) return undefined
  const unset = containersOf(pod).filter(one => contextOf(one).runAsNonRoot !== true)
  if (unset.length === 0) return undefined
  const detail = `pod or ${named('container', unset)} must set securityContext.runAsNonRoot=true`
  return { reason, detail }
}

export const runAsUser: PodCheck = pod => {
  const { setters } = checkContexts(pod, context => context.runAsUser === 0)
  if (setters === '') return undefined
  return { reason: 'runAsUser=0', detail: `${setters} must not set runAsUser=0` }
}

export const seccomp: PodCheck = pod => {
  const explicit = seccompProfile(pod)
  if (explicit || isSeccompProfile(contextOf(pod.spec).seccompProfile)) return explicit
  const unset = containersOf(pod).filter(one => !isSeccompProfile(contextOf(one).seccompProfile))
  if (unset.length === 0) return undefined
  const whose = settersOf(false, unset)
  const wanted = 'securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"'
  return { reason: 'seccompProfile', detail: `pod or ${whose} must set ${wanted}` }
}
