// Validators of single volume types.

import {
  valueForbidden,
  valueInvalid,
  valueNotSupported,
  valueRequired,
} from '../../api/status-causes.ts'
import { isJsonObject, objectIn, objectsIn } from '../../api/object.ts'
import { billionthsIn } from '../../lib/quantities.ts'
import { isEmptyValue, type Validator } from './value-place.ts'

const projections = [
  'secret',
  'configMap',
  'downwardAPI',
  'serviceAccountToken',
  'clusterTrustBundle',
  'podCertificate',
]

export const volumeValidators = {
  sizeLimit: function* ({ field, value }) {
    if (value === undefined || (billionthsIn(String(value)) ?? 0n) >= 0n) return
    yield valueForbidden(field, 'SizeLimit field must be a valid resource quantity')
  },
  oneReference: function* ({ field }) {
    yield valueRequired(field, 'one of fieldRef and resourceFieldRef is required')
  },
  oneProjection: function* ({ field, value }) {
    const there = projections.filter(name => isJsonObject(objectIn(value)[name]))
    if (there.length < 2) return
    yield valueForbidden(field, 'may not specify more than 1 volume type per source')
  },
  /** Two sources of a projected volume cannot write the same file. */
  projectedPaths: function* ({ field, value }) {
    const paths = new Set<unknown>()
    for (const source of objectsIn(objectIn(value).sources)) {
      const { secret, configMap, downwardAPI, clusterTrustBundle } = source
      const items = [secret, configMap, downwardAPI].flatMap(one => objectsIn(objectIn(one).items))
      const own = [...items, ...(isJsonObject(clusterTrustBundle) ? [clusterTrustBundle] : [])]
      for (const { path } of own) {
        if (isEmptyValue(path)) continue
        if (paths.has(path)) yield valueInvalid(field, path, 'conflicting duplicate paths')
        paths.add(path)
      }
    }
  },
  fibreChannel: function* ({ field, value }) {
    if (!isJsonObject(value)) return
    const { targetWWNs, wwids, lun } = value
    const fieldPath = `${field}.targetWWNs`
    if (isEmptyValue(targetWWNs) && isEmptyValue(wwids)) {
      yield valueRequired(fieldPath, 'must specify either targetWWNs or wwids, but not both')
    }
    if (isEmptyValue(targetWWNs)) return
    if (!isEmptyValue(wwids)) {
      const because = 'targetWWNs and wwids can not be specified simultaneously'
      yield valueInvalid(fieldPath, targetWWNs, because)
    }
    if (lun === undefined || lun === null) {
      yield valueRequired(`${field}.lun`, 'lun is required if targetWWNs is specified')
    } else if (Number(lun) < 0 || Number(lun) > 255) {
      yield valueInvalid(`${field}.lun`, lun, 'must be between 0 and 255, inclusive')
    }
  },
  flexOptions: function* ({ field, value }) {
    for (const key of Object.keys(objectIn(value))) {
      const domain = `.${(/^([^/]*)\//.exec(key)?.[1] ?? key).toLowerCase()}`
      if (!/\.(kubernetes|k8s)\.io$/.test(domain)) continue
      const because = 'kubernetes.io and k8s.io namespaces are reserved'
      yield valueInvalid(`${field}[${key}]`, key, because)
    }
  },
  azureDiskUri: function* ({ field, value }) {
    if (!isJsonObject(value)) return
    const { kind = 'Shared', diskURI = '' } = value
    const start = kind === 'Managed' ? '/subscriptions/' : 'https://'
    if (String(diskURI).startsWith(start)) return
    const form =
      kind === 'Managed'
        ? '/subscriptions/{sub-id}/resourcegroups/{group-name}/providers/microsoft.compute/disks/{disk-id}'
        : 'https://{account-name}.blob.core.windows.net/{container-name}/{disk-name}.vhd'
    yield valueNotSupported(`${field}.diskURI`, diskURI, [form])
  },
  quobyteRegistry: function* ({ field, value }) {
    const because = 'must be a host:port pair or multiple pairs separated by commas'
    if (isEmptyValue(value)) return yield valueRequired(field, because)
    for (const pair of String(value).split(',')) {
      if (/^([^:[\]]*|\[[^[\]]*\]):[^:[\]]*$/.test(pair)) continue
      yield valueInvalid(field, value, because)
    }
  },
  imageVolume: function* ({ field, value }) {
    if (!isJsonObject(value)) return
    const { reference = '', pullPolicy = 'IfNotPresent' } = value
    if (reference === '') yield valueRequired(`${field}.reference`)
    const policies = ['Always', 'IfNotPresent', 'Never']
    if (!policies.includes(String(pullPolicy))) {
      yield valueNotSupported(`${field}.pullPolicy`, pullPolicy, policies)
    }
  },
} as const satisfies { readonly [name: string]: Validator }
