// Validators of the pod templates and selectors of workloads.

import {
  valueForbidden,
  valueInvalid,
  valueRequired,
  type StatusCause,
} from '../../api/status-causes.ts'
import { dns1123Label } from '../../api/name-rules.ts'
import { isJsonObject, objectIn, objectsIn } from '../../api/object.ts'
import { isSameJson } from '../../api/same-json.ts'
import { matchesLabels } from '../../selectors/matches-labels.ts'
import { labelSelector } from './meta.table.ts'
import { type Validator, type ValuePlace, childPlace, memberValueAt } from './value-place.ts'

const labelsOf = (place: ValuePlace): Record<string, string> =>
  objectIn(memberValueAt(place, 'template.metadata.labels')) as Record<string, string>

function* unlessSelected(place: ValuePlace, selector: object): Iterable<StatusCause> {
  const labels = labelsOf(place)
  if (Object.keys(selector).length === 0 || matchesLabels(selector, labels)) return
  const because = '`selector` does not match template `labels`'
  yield valueInvalid(`${place.field}.template.metadata.labels`, labels, because)
}

const numberIn = (value: unknown): number => Number.parseInt(String(value ?? 0), 10) || 0

function* selecting(place: ValuePlace, tells: boolean): Iterable<StatusCause> {
  const selectorPlace = childPlace(place, 'selector')
  const { field, value } = selectorPlace
  if (!isJsonObject(value)) return
  const [fault] = place.judge(labelSelector, selectorPlace)
  if (fault === undefined) yield* unlessSelected(place, value)
  else if (tells) yield valueInvalid(field, value, 'invalid label selector')
}

export const workloadValidators = {
  selectsTemplate: place => selecting(place, true),
  /** The same, but an invalid selector is not reported a second time. */
  selectsQuietly: place => selecting(place, false),
  mapSelectsTemplate: function* (place) {
    const { selector } = objectIn(place.value)
    if (!isJsonObject(selector) || Object.keys(selector).length === 0) {
      return yield valueRequired(`${place.field}.selector`)
    }
    const labels = labelsOf(place)
    if (Object.entries(selector).every(([key, value]) => labels[key] === value)) return
    const because = '`selector` does not match template `labels`'
    yield valueInvalid(`${place.field}.template.metadata.labels`, labels, because)
  },
  someMovement: function* ({ field, value }) {
    const { maxUnavailable, maxSurge } = objectIn(value)
    if (!isJsonObject(value) || numberIn(maxUnavailable) !== 0 || numberIn(maxSurge) !== 0) return
    const because = 'may not be 0 when `maxSurge` is 0'
    yield valueInvalid(`${field}.maxUnavailable`, maxUnavailable, because)
  },
  oneMovement: function* ({ field, value }) {
    if (!isJsonObject(value)) return
    const { maxUnavailable, maxSurge } = value
    const [out, more] = [numberIn(maxUnavailable) !== 0, numberIn(maxSurge) !== 0]
    if (out && more) {
      const because = 'may not be set when maxUnavailable is non-zero'
      yield valueInvalid(`${field}.maxSurge`, maxSurge, because)
    } else if (!out && !more) {
      yield valueRequired(`${field}.maxUnavailable`, 'cannot be 0 when maxSurge is 0')
    }
  },
  progressAfterReady: function* ({ field, value }) {
    const { progressDeadlineSeconds: most, minReadySeconds: least = 0 } = objectIn(value)
    if (most === undefined || most === null || Number(most) > Number(least)) return
    const because = 'must be greater than minReadySeconds'
    yield valueInvalid(`${field}.progressDeadlineSeconds`, most, because)
  },
  keptOfStatefulSet: function* (place) {
    if (!place.isUpdate) return
    const [now, before] = [unchanging(place.value), unchanging(place.old)]
    if (isSameJson(now, before)) return
    const listed = changing.map(name => `'${name}'`)
    const last = listed.pop() ?? ''
    const which = `${listed.join(', ')} and ${last}`
    const because = `updates to statefulset spec for fields other than ${which} are forbidden`
    yield valueForbidden(place.field, because)
  },
  /** Each volume claim template is a volume of the pod template. */
  claimsOfTemplates: function* ({ field, value }) {
    const fieldPath = `${field}.template.spec.volumes`
    for (const [index, { metadata }] of objectsIn(objectIn(value).volumeClaimTemplates).entries()) {
      const { name = '' } = objectIn(metadata)
      if (name === '') {
        yield valueRequired(`${fieldPath}[${index}].name`)
        yield valueRequired(`${fieldPath}[${index}].persistentVolumeClaim.claimName`)
      } else
        for (const fault of dns1123Label(String(name), 'name')) {
          yield valueInvalid(`${fieldPath}[${index}].name`, name, fault)
        }
    }
  },
} as const satisfies { readonly [name: string]: Validator }

const changing = [
  'replicas',
  'ordinals',
  'template',
  'updateStrategy',
  'revisionHistoryLimit',
  'persistentVolumeClaimRetentionPolicy',
  'minReadySeconds',
]

const unchanging = (spec: unknown) =>
  Object.fromEntries(Object.entries(objectIn(spec)).filter(([name]) => !changing.includes(name)))
