import { valueInvalid, type StatusCause } from '../api/status-causes.ts'
import type { Metadata } from '../api/object.ts'
import { truncate } from '../api/quote.ts'

const members = ['kind', 'name', 'uid']

/**
 * Checks the owner references of an object: each is complete, and at most one is the controller.
 */
export function* ownerReferenceCauses({
  ownerReferences: owners,
}: Metadata): Iterable<StatusCause> {
  // Decoding has checked that these are objects.
  const references = (owners ?? []) as { [member: string]: unknown }[]
  for (const reference of references) {
    yield* ofOne(reference)
  }
  const controllers = references.filter(({ controller }) => controller === true)
  if (controllers.length < 2) return
  const names = controllers.map(({ kind, name }) => `${String(kind)}/${String(name)}`).join(' and ')
  const fault =
    'Only one reference can have Controller set to true. ' +
    `Found "true" in references for ${truncate(names)}`
  yield valueInvalid('metadata.ownerReferences', references, fault)
}

function* ofOne(reference: { [member: string]: unknown }): Iterable<StatusCause> {
  const textOf = (member: string) => String(reference[member] ?? '')
  const [apiVersion, kind] = [textOf('apiVersion'), textOf('kind')]
  const [, group = '', version] = /^(?:([^/]*)\/)?([^/]+)$/.exec(apiVersion) ?? []
  if (version === undefined) {
    const fault = 'version must not be empty'
    yield valueInvalid('metadata.ownerReferences.apiVersion', apiVersion, fault)
  }
  for (const member of members) {
    if (textOf(member) !== '') continue
    yield valueInvalid(`metadata.ownerReferences.${member}`, '', 'must not be empty')
  }
  if (isTransient(group, version, kind)) {
    const fault = `${group}/${version}, Kind=${kind} is disallowed from being an owner`
    yield valueInvalid('metadata.ownerReferences', reference, fault)
  }
}

/** Events expire after an hour, and the objects that they own would be deleted with them. */
const isTransient = (group: string, version: string | undefined, kind: string) =>
  kind === 'Event' && version === 'v1' && group === ''
