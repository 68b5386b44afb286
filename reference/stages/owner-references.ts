import { valueInvalid } from '../api/causes.ts'
import type { Metadata } from '../api/object.ts'
import type { Cause } from '../api/resource.ts'
import { clipped } from '../api/shown.ts'

const members = ['apiVersion', 'kind', 'name', 'uid']

/** What is wrong with the owners of an object: each is named in full, and one at most controls. */
export function* ownerCauses({ ownerReferences: owners }: Metadata): Iterable<Cause> {
  // Decoding has seen to it that these are objects.
  const references = (owners ?? []) as { [member: string]: unknown }[]
  for (const reference of references) {
    for (const member of members) {
      if (typeof reference[member] === 'string' && reference[member] !== '') continue
      yield valueInvalid(`metadata.ownerReferences.${member}`, '""', 'must not be empty')
    }
  }
  const controllers = references.filter(({ controller }) => controller === true)
  if (controllers.length < 2) return
  const names = controllers.map(({ kind, name }) => `${String(kind)}/${String(name)}`).join(' and ')
  const fault =
    'Only one reference can have Controller set to true. ' +
    `Found "true" in references for ${clipped(names)}`
  yield valueInvalid('metadata.ownerReferences', references, fault)
}
