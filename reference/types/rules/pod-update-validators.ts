// Validators of pod updates: which fields may change after creation.

import { valueForbidden, valueInvalid, type StatusCause } from '../../api/status-causes.ts'
import { isJsonObject, type JsonObject, objectIn, objectsIn } from '../../api/object.ts'
import { isSameJson, canonicalJsonText } from '../../api/same-json.ts'
import { everySteps } from '../../lib/event-loop.ts'
import { isEmptyValue, type Validator, type ValuePlace, memberValueAt } from './value-place.ts'

// About one to several milliseconds of work.
const itemsOfTurn = 500

export const podUpdateValidators = {
  /** A service account token requires a service account. */
  tokensOfAccount: function* (place) {
    if (!isEmptyValue(memberValueAt(place, '^serviceAccountName'))) return
    for (const [index, { projected }] of objectsIn(place.value).entries()) {
      const fieldPath = `${place.field}[${index}].projected.sources`
      for (const [own, source] of objectsIn(objectIn(projected).sources).entries()) {
        if (!isJsonObject(source.serviceAccountToken)) continue
        const because = 'must not be specified when serviceAccountName is not set'
        yield valueForbidden(`${fieldPath}[${own}].serviceAccountToken`, because)
      }
    }
  },
  tolerationsKept: function* ({ field, value, old, isUpdate }) {
    if (!isUpdate) return
    const plain = ({ tolerationSeconds: _seconds, ...rest }: JsonObject) => rest
    const isDue = everySteps(itemsOfTurn)
    const now = new Set<string>()
    for (const one of objectsIn(value)) {
      if (isDue()) yield undefined
      now.add(canonicalJsonText(plain(one)))
    }
    for (const before of objectsIn(old)) {
      if (isDue()) yield undefined
      if (now.has(canonicalJsonText(plain(before)))) continue
      const because = 'existing toleration can not be modified except its tolerationSeconds'
      yield valueForbidden(field, because)
    }
  },
  gatesOnlyGo: function* ({ field, value, old, isUpdate }) {
    if (!isUpdate) return
    const had = new Set(objectsIn(old).map(({ name }) => name))
    for (const [index, { name = '' }] of objectsIn(value).entries()) {
      if (had.has(name)) continue
      const because = `only deletion is allowed, but found new scheduling gate '${String(name)}'`
      yield valueForbidden(`${field}[${index}].name`, because)
    }
  },
  /** A deadline can only be shortened once it is set. */
  deadlineSooner: function* ({ field, value, old, isUpdate }) {
    if (!isUpdate || old === undefined) return
    if (value === undefined || value === null) {
      yield valueInvalid(field, null, 'must not update from a positive integer to nil value')
    } else if (Number(value) > Number(old)) {
      yield valueInvalid(field, value, 'must be less than or equal to previous value')
    }
  },
  podKept,
} as const satisfies { readonly [name: string]: Validator }

function* podKept({ field, value, old, isUpdate }: ValuePlace): Iterable<StatusCause> {
  if (!isUpdate) return
  const [now, before] = [objectIn(value), objectIn(old)]
  for (const list of ['containers', 'initContainers'] as const) {
    if (objectsIn(now[list]).length === objectsIn(before[list]).length) continue
    const because = 'pod updates may not add or remove containers'
    return yield valueForbidden(`${field}.${list}`, because)
  }
  const isGated = !isEmptyValue(before.schedulingGates)
  if (isGated) yield* placing(now, before, field)
  if (isSameJson(unchanging(now, isGated), unchanging(before, isGated))) return
  const because =
    'pod updates may not change fields other than `spec.containers[*].image`,' +
    '`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` ' +
    '(only additions to existing tolerations),`spec.terminationGracePeriodSeconds` ' +
    '(allow it to be set to 1 if it was previously negative)'
  yield valueForbidden(field, because)
}

const termsIn = (spec: JsonObject): JsonObject[] => {
  const { nodeAffinity } = objectIn(spec.affinity)
  const { requiredDuringSchedulingIgnoredDuringExecution: needed } = objectIn(nodeAffinity)
  return objectsIn(objectIn(needed).nodeSelectorTerms)
}

/** The node constraints of a gated pod may only become narrower. */
function* placing(now: JsonObject, before: JsonObject, field: string): Iterable<StatusCause> {
  const labels = objectIn(now.nodeSelector)
  for (const [key, label] of Object.entries(objectIn(before.nodeSelector))) {
    if (labels[key] === label) continue
    const because = 'only additions to spec.nodeSelector are allowed (no mutations or deletions)'
    yield valueInvalid(`${field}.nodeSelector`, labels, because)
  }
  const [terms, had] = [termsIn(now), termsIn(before)]
  const fieldPath = `${field}.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms`
  if (had.length > 0 && had.length !== terms.length) {
    return yield valueInvalid(
      fieldPath,
      terms,
      'no additions/deletions to non-empty NodeSelectorTerms list are allowed',
    )
  }
  for (const [index, term] of had.entries()) {
    if (isNarrower(terms[index] ?? {}, term)) continue
    yield valueInvalid(
      `${fieldPath}[${index}]`,
      terms[index],
      'only additions are allowed (no mutations or deletions)',
    )
  }
}

function isNarrower(term: JsonObject, before: JsonObject): boolean {
  const lists = ['matchExpressions', 'matchFields'] as const
  if (lists.every(list => isEmptyValue(before[list])))
    return lists.every(list => isEmptyValue(term[list]))
  return lists.every(list => {
    const had = objectsIn(before[list])
    return isSameJson(objectsIn(term[list]).slice(0, had.length), had)
  })
}

/** Returns a pod's spec without the fields that may change after creation. */
function unchanging(spec: JsonObject, isGated: boolean): JsonObject {
  const {
    activeDeadlineSeconds: _deadline,
    tolerations: _tolerations,
    schedulingGates: _gates,
    terminationGracePeriodSeconds: grace,
    containers,
    initContainers,
    nodeSelector,
    affinity,
    ...rest
  } = spec
  const withoutImages = (list: unknown) => objectsIn(list).map(({ image: _image, ...one }) => one)
  const { nodeAffinity, ...others } = objectIn(affinity)
  return {
    ...rest,
    ...(isGated ? {} : { nodeSelector, nodeAffinity }),
    others,
    // A negative grace period may be changed to 1.
    seconds: Number(grace) < 0 ? 1 : grace,
    all: [withoutImages(containers), withoutImages(initContainers)],
  }
}
