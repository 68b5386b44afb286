// Sets the priority of pods from priority classes.

import { type ApiObject, objectIn } from '../api/object.ts'
import type { Parts } from '../parts/parts.ts'
import { forbidden } from '../api/status.ts'
import type { AdmissionAttributes } from '../api/write.ts'
import { type AdmissionPlugin, storedObject, storedObjects } from './admission-plugin.ts'

const classes = { group: 'scheduling.*', kind: 'PriorityClass' }

/** Sets the priority of a new pod from its class, or from the default class. */
export const podPriority: AdmissionPlugin = {
  name: 'Priority',
  async mutate({ operation, resource, object }, parts) {
    if (operation !== 'create') return object
    const spec = objectIn(object.spec)
    const given = await classOf(spec.priorityClassName, parts)
    const refuse = (because: string) =>
      forbidden({ ...resource, name: object.metadata.name ?? '', because })
    if (!given) throw refuse(`no PriorityClass with name ${spec.priorityClassName} was found`)
    const { name, priority, preemptionPolicy } = given
    const computed = (shown: unknown) =>
      `must not be provided in pod spec; priority admission controller computed ${shown} ` +
      'from the given PriorityClass name'
    if (spec.priority !== undefined && spec.priority !== priority) {
      throw refuse(`the integer value of priority (${spec.priority}) ${computed(priority)}`)
    }
    const own = spec.preemptionPolicy
    if (own !== undefined && own !== preemptionPolicy) {
      throw refuse(`the string value of PreemptionPolicy (${own}) ${computed(preemptionPolicy)}`)
    }
    const named = name !== '' && { priorityClassName: name }
    return { ...object, spec: { ...spec, ...named, priority, preemptionPolicy } }
  },
}

type Given = {
  readonly name: string
  readonly priority: unknown
  readonly preemptionPolicy: unknown
}

const withoutClass: Given = { name: '', priority: 0, preemptionPolicy: 'PreemptLowerPriority' }

async function classOf(wanted: unknown, parts: Parts): Promise<Given | undefined> {
  const isNamed = typeof wanted === 'string' && wanted !== ''
  const found = isNamed
    ? await storedObject({ ...classes, name: wanted }, parts)
    : await defaultClass(parts)
  if (found) return settingsOf(found)
  return isNamed ? undefined : withoutClass
}

const settingsOf = ({ metadata, value, preemptionPolicy }: ApiObject): Given => ({
  name: metadata.name ?? '',
  priority: value ?? 0,
  preemptionPolicy: preemptionPolicy ?? withoutClass.preemptionPolicy,
})

/**
 * Returns the default class. Of several, which a race can create, returns the one with the lowest
 * value.
 */
async function defaultClass(parts: Parts): Promise<ApiObject | undefined> {
  const holding = '"globalDefault":true'
  const found = await storedObjects({ ...classes, holding }, parts)
  return found
    .filter(({ globalDefault }) => globalDefault === true)
    .sort((one, other) => Number(one.value ?? 0) - Number(other.value ?? 0))[0]
}

/** Refuses a second default class, and the deletion of system classes. */
export const priorityClasses: AdmissionPlugin = {
  name: 'Priority',
  async mutate(attempt, parts) {
    const { operation, object } = attempt
    const system = parts.dialect.priorityClasses.map(({ name }) => name)
    if (operation === 'delete' && system.includes(object.metadata.name ?? '')) {
      throw refusal(attempt, 'this is a system priority class and cannot be deleted')
    }
    return object
  },
  async check(attempt, parts) {
    const { operation, object } = attempt
    if (operation === 'delete' || object.globalDefault !== true) return
    const name = (await defaultClass(parts))?.metadata.name
    if (name === undefined || (operation === 'update' && name === object.metadata.name)) return
    const because = `PriorityClass ${name} is already marked as default. Only one default can exist`
    throw refusal(attempt, because)
  },
}

const refusal = ({ resource, object }: AdmissionAttributes, because: string) =>
  forbidden({ ...resource, name: object.metadata.name ?? '', because })
