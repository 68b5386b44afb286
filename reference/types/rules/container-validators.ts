// Validators of containers: volume mounts, ports and fields of their pod.

import {
  valueDuplicate,
  valueForbidden,
  valueInvalid,
  valueNotSupported,
  valueRequired,
  type StatusCause,
} from '../../api/status-causes.ts'
import { qualifiedNameFaults } from '../../api/name-rules.ts'
import { isJsonObject, type JsonObject, objectIn, objectsIn } from '../../api/object.ts'
import {
  ancestorWith,
  isEmptyValue,
  type Validator,
  type ValuePlace,
  memberValueAt,
} from './value-place.ts'
import { podVolumesAt } from './pod-volumes.ts'

const notFound = (field: string, value: unknown): StatusCause => ({
  reason: 'FieldValueNotFound',
  message: `Not found: ${JSON.stringify(value ?? '')}`,
  field,
})

const ofEnv = [
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
  'spec.nodeName',
  'spec.serviceAccountName',
  'status.hostIP',
  'status.hostIPs',
  'status.podIP',
  'status.podIPs',
]
const ofVolume = [
  'metadata.annotations',
  'metadata.labels',
  'metadata.name',
  'metadata.namespace',
  'metadata.uid',
]
const known = [...new Set([...ofEnv, ...ofVolume, 'spec.restartPolicy', 'spec.schedulerName'])]

function* fieldRef(
  { field, value }: ValuePlace,
  supported: readonly string[],
): Iterable<StatusCause> {
  if (!isJsonObject(value)) return
  const { apiVersion = 'v1', fieldPath } = value
  if (isEmptyValue(fieldPath)) return yield valueRequired(`${field}.fieldPath`)
  const path = String(fieldPath)
  const [, holder = '', key] = /^([^[]*)\['([^']*)'\]$/.exec(path) ?? []
  const isKnown = key === undefined ? known.includes(path) : ofVolume.slice(0, 2).includes(holder)
  if (apiVersion !== 'v1' || (!isKnown && path !== 'spec.host')) {
    const because = `error converting fieldPath: field label not supported: ${path}`
    return yield valueInvalid(`${field}.fieldPath`, path, because)
  }
  if (key !== undefined) {
    const name = holder === 'metadata.annotations' ? key.toLowerCase() : key
    for (const fault of qualifiedNameFaults(name)) yield valueInvalid(field, name, fault)
  } else if (!supported.includes(path)) {
    yield valueNotSupported(`${field}.fieldPath`, path, supported)
  }
}

const amounts = ['limits', 'requests'].flatMap(list =>
  ['cpu', 'ephemeral-storage', 'memory'].map(name => `${list}.${name}`),
)

function* resourceFieldRef(
  { field, value }: ValuePlace,
  isOfVolume: boolean,
): Iterable<StatusCause> {
  if (!isJsonObject(value)) return
  const { containerName, resource = '', divisor } = value
  const name = String(resource)
  const isHugePages = /^(limits|requests)\.hugepages-/.test(name)
  if (isOfVolume && isEmptyValue(containerName)) yield valueRequired(`${field}.containerName`)
  else if (name === '') yield valueRequired(`${field}.resource`)
  else if (!amounts.includes(name) && !isHugePages) {
    yield valueNotSupported(`${field}.resource`, name, amounts)
  }
  const text = String(divisor ?? '0')
  if (/^0+$/.test(text)) return
  const units = name.endsWith('.cpu') ? /^(1m|1)$/ : /^1([kMGTPE]|[KMGTPE]i)?$/
  if ((amounts.includes(name) || isHugePages) && !units.test(text)) {
    yield valueInvalid(`${field}.divisor`, name, 'only some divisors are supported')
  }
}

const sources = ['fieldRef', 'resourceFieldRef', 'configMapKeyRef', 'secretKeyRef', 'fileKeyRef']

export const containerValidators = {
  envFieldPath: place => fieldRef(place, ofEnv),
  volumeFieldPath: place => fieldRef(place, ofVolume),
  envResourceField: place => resourceFieldRef(place, false),
  volumeResourceField: place => resourceFieldRef(place, true),
  envSource: function* ({ field, value }) {
    const { valueFrom, value: text } = objectIn(value)
    if (!isJsonObject(valueFrom)) return
    const there = sources.filter(name => isJsonObject(valueFrom[name])).length
    const fieldPath = `${field}.valueFrom`
    if (there === 0) {
      const which = '`fieldRef`, `resourceFieldRef`, `configMapKeyRef` or `secretKeyRef`'
      yield valueInvalid(fieldPath, '', `must specify one of: ${which}`)
    } else if (!isEmptyValue(text)) {
      yield valueInvalid(fieldPath, '', 'may not be specified when `value` is not empty')
    } else if (there > 1) {
      yield valueInvalid(fieldPath, '', 'may not have more than one field specified at a time')
    }
  },
  envFromSource: function* ({ field, value }) {
    const { configMapRef, secretRef } = objectIn(value)
    const there = [configMapRef, secretRef].filter(isJsonObject).length
    if (there === 0) {
      yield valueInvalid(field, '', 'must specify one of: `configMapRef` or `secretRef`')
    } else if (there > 1) {
      yield valueInvalid(field, '', 'may not have more than one field specified at a time')
    }
  },
  portNames: function* ({ field, value }) {
    const names = new Set<unknown>()
    for (const [index, { name }] of objectsIn(value).entries()) {
      if (isEmptyValue(name)) continue
      if (names.has(name)) yield valueDuplicate(`${field}[${index}].name`, name)
      names.add(name)
    }
  },
  mounts,
  devices,
  sleepSeconds: function* (place) {
    const seconds = Number(place.value ?? 0)
    const grace = Number(ancestorWith(place, 'terminationGracePeriodSeconds')?.value ?? 30)
    const pod = ancestorWith(place, 'containers')
    const most = Number(objectIn(pod?.value).terminationGracePeriodSeconds ?? grace)
    if (seconds >= 0 && seconds <= most) return
    const because = `must be non-negative and less than terminationGracePeriodSeconds (${most})`
    yield valueInvalid(place.field, seconds, because)
  },
  presentProfile: function* ({ field, value }) {
    if (value !== undefined && value !== null) return
    yield valueRequired(field, 'must be set when seccomp type is Localhost')
  },
} as const satisfies { readonly [name: string]: Validator }

function* mounts(place: ValuePlace): Iterable<StatusCause> {
  const { field } = place
  const volumes = podVolumesAt(place)
  const devices = objectsIn(memberValueAt(place, '^volumeDevices'))
  const deviceNames = new Set<unknown>(devices.map(({ name }) => name ?? ''))
  const devicePaths = new Set<unknown>(devices.map(({ devicePath }) => devicePath ?? ''))
  const isPrivileged = memberValueAt(place, '^securityContext.privileged') === true
  const paths = new Set<unknown>()
  for (const [index, mount] of objectsIn(place.value).entries()) {
    const fieldPath = `${field}[${index}]`
    const { name = '', mountPath = '' } = mount
    if (!volumes.has(String(name))) yield notFound(`${fieldPath}.name`, name)
    if (paths.has(mountPath))
      yield valueInvalid(`${fieldPath}.mountPath`, mountPath, 'must be unique')
    paths.add(mountPath)
    if (deviceNames.has(name)) {
      yield valueInvalid(`${fieldPath}.name`, name, 'must not already exist in volumeDevices')
    }
    if (devicePaths.has(mountPath)) {
      const because = 'must not already exist as a path in volumeDevices'
      yield valueInvalid(`${fieldPath}.mountPath`, mountPath, because)
    }
    yield* waysOf(mount, { field, fieldPath, isPrivileged })
  }
}

type Mounted = { field: string; fieldPath: string; isPrivileged: boolean }

function* waysOf(
  mount: JsonObject,
  { field, fieldPath, isPrivileged }: Mounted,
): Iterable<StatusCause> {
  const { subPath, subPathExpr, mountPropagation, recursiveReadOnly, readOnly } = mount
  if (!isEmptyValue(subPath) && !isEmptyValue(subPathExpr)) {
    const because = 'subPathExpr and subPath are mutually exclusive'
    yield valueInvalid(`${fieldPath}.subPathExpr`, subPathExpr, because)
  }
  if (mountPropagation === 'Bidirectional' && !isPrivileged) {
    const because = 'Bidirectional mount propagation is available only to privileged containers'
    yield valueForbidden(`${field}.mountPropagation`, because)
  }
  if (recursiveReadOnly !== 'Enabled' && recursiveReadOnly !== 'IfPossible') return
  if (readOnly !== true) {
    const because = 'may only be specified when readOnly is true'
    yield valueForbidden(`${field}.recursiveReadOnly`, because)
  }
  if (mountPropagation !== undefined && mountPropagation !== 'None') {
    const because = 'may only be specified when mountPropagation is None or not specified'
    yield valueForbidden(`${field}.recursiveReadOnly`, because)
  }
}

function* devices(place: ValuePlace): Iterable<StatusCause> {
  const volumes = podVolumesAt(place)
  const mounts = objectsIn(memberValueAt(place, '^volumeMounts'))
  const mountNames = new Set<unknown>(mounts.map(({ name }) => name ?? ''))
  const mountPaths = new Set<unknown>(mounts.map(({ mountPath }) => mountPath ?? ''))
  const names = new Set<unknown>()
  const paths = new Set<unknown>()
  for (const [index, { name = '', devicePath = '' }] of objectsIn(place.value).entries()) {
    const fieldPath = `${place.field}[${index}]`
    const volume = volumes.get(String(name))
    if (names.has(name)) yield valueInvalid(`${fieldPath}.name`, name, 'must be unique')
    if (!volume) yield notFound(`${fieldPath}.name`, name)
    else if (!isJsonObject(volume.persistentVolumeClaim) && !isJsonObject(volume.ephemeral)) {
      const because =
        'can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode'
      yield valueInvalid(`${fieldPath}.name`, name, because)
    }
    if (paths.has(devicePath))
      yield valueInvalid(`${fieldPath}.devicePath`, devicePath, 'must be unique')
    if (String(devicePath).split('/').includes('..')) {
      yield valueInvalid(`${fieldPath}.devicePath`, devicePath, "can not contain backsteps ('..')")
    } else paths.add(devicePath)
    if (mountNames.has(name)) {
      yield valueInvalid(`${fieldPath}.name`, name, 'must not already exist in volumeMounts')
    }
    if (mountPaths.has(devicePath)) {
      const because = 'must not already exist as a path in volumeMounts'
      yield valueInvalid(`${fieldPath}.devicePath`, devicePath, because)
    }
    if (name !== '') names.add(name)
  }
}
