// Validators of jobs and cron jobs.

import {
  valueDuplicate,
  valueInvalid,
  valueNotSupported,
  valueRequired,
} from '../../api/status-causes.ts'
import { isJsonObject, type JsonObject, objectIn, objectsIn } from '../../api/object.ts'
import { isSameJson } from '../../api/same-json.ts'
import { cronFaults } from './cron.ts'
import { isEmptyValue, type Validator, memberValueAt } from './value-place.ts'

export const jobValidators = {
  restartOfJob: function* (place) {
    const { restartPolicy = '' } = objectIn(place.value)
    const field = `${place.field}.restartPolicy`
    if (restartPolicy === 'Always' || restartPolicy === '') {
      yield valueRequired(field, 'valid values: "OnFailure", "Never"')
    } else if (restartPolicy !== 'OnFailure' && restartPolicy !== 'Never') {
      yield valueNotSupported(field, restartPolicy, ['OnFailure', 'Never'])
    } else if (restartPolicy === 'OnFailure' && memberValueAt(place, '^^podFailurePolicy')) {
      const because = 'only "Never" is supported when podFailurePolicy is specified'
      yield valueInvalid(field, restartPolicy, because)
    }
  },
  oneFailureSign: function* (place) {
    const { action, onExitCodes, onPodConditions } = objectIn(place.value)
    const signs = [onExitCodes, onPodConditions].filter(one => !isEmptyValue(one)).length
    const signCause = (because: string) => valueInvalid(place.field, '', because)
    if (signs === 2)
      yield signCause('specifying both OnExitCodes and OnPodConditions is not supported')
    if (signs === 0)
      yield signCause('specifying one of OnExitCodes and OnPodConditions is required')
    const perIndex = memberValueAt(place, '^^^backoffLimitPerIndex') ?? undefined
    if (action !== 'FailIndex' || perIndex !== undefined) return
    const because = 'requires the backoffLimitPerIndex to be set'
    yield valueInvalid(`${place.field}.action`, action, because)
  },
  namedContainer: function* (place) {
    const { field, value } = place
    if (value === undefined || value === null) return
    const pod = objectIn(memberValueAt(place, '^^^^^template.spec'))
    const all = [...objectsIn(pod.containers), ...objectsIn(pod.initContainers)]
    if (all.some(({ name }) => name === value)) return
    const because = 'must be one of the container or initContainer names in the pod template'
    yield valueInvalid(field, value, because)
  },
  exitCodes: function* ({ field, value }) {
    if (!isJsonObject(value)) return
    const codes = Array.isArray(value.values) ? (value.values as unknown[]).map(Number) : []
    const fieldPath = `${field}.values`
    if (codes.length === 0) yield valueInvalid(fieldPath, codes, 'at least one value is required')
    const seen = new Set<number>()
    for (const [index, code] of codes.entries()) {
      if (value.operator === 'In' && code === 0) {
        yield valueInvalid(`${fieldPath}[${index}]`, code, 'must not be 0 for the In operator')
      }
      if (seen.has(code)) yield valueDuplicate(`${fieldPath}[${index}]`, code)
      seen.add(code)
    }
    const isOrdered = codes.every((code, index) => index === 0 || (codes[index - 1] ?? 0) <= code)
    if (!isOrdered) yield valueInvalid(fieldPath, codes, 'must be ordered')
  },
  replacement: function* (place) {
    const { field, value } = place
    if (value === undefined || value === null) return
    const ofFailures = memberValueAt(place, '^podFailurePolicy') !== undefined
    const choices = ofFailures ? ['Failed'] : ['Failed', 'TerminatingOrFailed']
    if (!choices.includes(String(value))) yield valueNotSupported(field, value, choices)
  },
  shortManager: function* ({ field, value }) {
    if (String(value ?? '').length <= 63) return
    yield { reason: 'FieldValueTooLong', message: 'Too long: may not be more than 63 bytes', field }
  },
  failedIndexes: function* ({ field, value }) {
    const { maxFailedIndexes: most, completions } = objectIn(value)
    if (most === undefined || most === null || Number(most) <= Number(completions ?? 0)) return
    const because = 'must be less than or equal to completions'
    yield valueInvalid(`${field}.maxFailedIndexes`, most, because)
  },
  completionsKept: function* (place) {
    const { field, value, old, isUpdate } = place
    if (!isUpdate || isSameJson(value ?? undefined, old ?? undefined)) return
    if (memberValueAt(place, '^completionMode') !== 'Indexed') {
      return yield valueInvalid(field, value, 'field is immutable')
    }
    if (value === undefined || value === memberValueAt(place, '^parallelism')) return
    yield valueInvalid(field, value, 'can only be modified in tandem with spec.parallelism')
  },
  jobTemplateKept: function* (place) {
    const { field, value, old, isUpdate } = place
    if (!isUpdate || objectIn(place.parent?.old).suspend === true) return
    if (!isSameJson(value, old)) yield valueInvalid(field, value, 'field is immutable')
  },
  /**
   * Before a suspended job starts, the scheduling fields and resources of its pod template may
   * change.
   */
  jobPodsKept: function* (place) {
    const { field, value, old, isUpdate } = place
    if (!isUpdate || objectIn(place.parent?.parent?.old).suspend !== true) return
    if (isSameJson(unplaced(value), unplaced(old))) return
    yield valueInvalid(field, value, 'field is immutable')
  },
  noManualSelector: function* ({ field, value }) {
    if (value === true) yield valueNotSupported(field, value, ['nil', 'false'])
  },
  schedule: function* (place) {
    const { field, value, old } = place
    if (typeof value !== 'string' || value === '') return
    for (const fault of cronFaults(value)) yield valueInvalid(field, value, fault)
    if (!value.includes('TZ')) return
    if (!String(old ?? '').includes('TZ')) {
      const because = 'cannot use TZ or CRON_TZ in schedule, use timeZone field instead'
      yield valueInvalid(field, value, because)
    } else if (memberValueAt(place, '^timeZone') !== undefined) {
      const because = 'cannot use both timeZone field and TZ or CRON_TZ in schedule'
      yield valueInvalid(field, value, because)
    }
  },
  nameOfCronJob: function* ({ field, value, isUpdate }) {
    if (isUpdate || String(value ?? '').length <= 52) return
    yield valueInvalid(field, value, 'must be no more than 52 characters')
  },
  successPolicy: function* (place) {
    const { field, value } = place
    if (!isJsonObject(value)) return
    const rules = objectsIn(value.rules)
    const fieldPath = `${field}.rules`
    if (rules.length === 0) {
      const because = 'at least one rules must be specified when the successPolicy is specified'
      yield valueRequired(fieldPath, because)
    }
    const completions = Number(memberValueAt(place, '^completions') ?? 0)
    for (const [index, { succeededIndexes, succeededCount }] of rules.entries()) {
      const one = `${fieldPath}[${index}]`
      const total = indexesIn(succeededIndexes, completions)
      if (succeededIndexes === undefined && succeededCount === undefined) {
        const because = 'at least one of succeededCount or succeededIndexes must be specified'
        yield valueRequired(one, because)
      }
      if (succeededIndexes !== undefined && total === undefined) {
        const because = 'error parsing succeededIndexes: cannot convert string to integer'
        yield valueInvalid(`${one}.succeededIndexes`, succeededIndexes, because)
      }
      const wrong = countFault(succeededCount, { completions, total, succeededIndexes })
      if (wrong) yield valueInvalid(`${one}.succeededCount`, succeededCount, wrong)
    }
  },
} as const satisfies { readonly [name: string]: Validator }

type Succeeded = { completions: number; total: number | undefined; succeededIndexes: unknown }

function countFault(
  count: unknown,
  { completions, total = 0, succeededIndexes }: Succeeded,
): string | undefined {
  if (count === undefined || count === null) return undefined
  if (Number(count) < 0) return 'must be greater than or equal to 0'
  if (Number(count) > completions) {
    return `must be less than or equal to ${completions} (the number of specified completions)`
  }
  if (succeededIndexes === undefined || Number(count) <= total) return undefined
  return `must be less than or equal to ${total} (the number of indexes in the specified succeededIndexes field)`
}

/** Returns how many indexes a text such as `0-2,5` names, or undefined for an invalid text. */
function indexesIn(text: unknown, completions: number): number | undefined {
  if (text === undefined || text === null) return undefined
  if (text === '') return 0
  let [total, last] = [0, -1]
  for (const part of String(text).split(',')) {
    const [, first = '', end = first] = /^(\d+)(?:-(\d+))?$/.exec(part) ?? []
    const [from, to] = [Number(first), Number(end)]
    if (first === '' || from <= last || (end !== first && to <= from) || to >= completions) {
      return undefined
    }
    total += to - from + 1
    last = to
  }
  return total
}

/** Returns a pod template without its scheduling fields and resources. */
function unplaced(spec: unknown): JsonObject {
  const {
    nodeSelector: _nodes,
    tolerations: _tolerations,
    schedulingGates: _gates,
    ...rest
  } = objectIn(spec)
  const { nodeAffinity: _affinity, ...others } = objectIn(rest.affinity)
  const without = (list: unknown) => objectsIn(list).map(({ resources: _resources, ...one }) => one)
  return {
    ...rest,
    affinity: others,
    containers: without(rest.containers),
    initContainers: without(rest.initContainers),
  }
}
