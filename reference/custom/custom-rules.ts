import type { ApiObject } from '../api/object.ts'
import type { Cause, Resource } from '../api/resource.ts'
import { customCauses } from './check.ts'
import type { Version } from './definition.ts'
import { duplicateCauses } from './duplicates.ts'
import { embeddedCauses } from './embedded.ts'
import { scaleCauses } from './scale-custom.ts'

/** What a version asks of objects, or only of their status where nothing else is written. */
export const customRules = (version: Version, part: 'all' | 'status'): Resource['rules'] =>
  function* (object, old) {
    yield* part === 'all' ? formCauses(object, old, version) : statusCauses(object, old, version)
    if (version.scale) yield* scaleCauses(object, version.scale, part)
    if (part === 'all') yield* embeddedCauses(object, version.node)
    yield* newDuplicates(object, old, version)
  }

const formCauses = (object: ApiObject, old: ApiObject | undefined, { node }: Version) =>
  customCauses({ value: object, node, ...(old && { old: { value: old } }) })

function statusCauses(
  { status }: ApiObject,
  old: ApiObject | undefined,
  { node }: Version,
): readonly Cause[] {
  const own = node.properties.get('status')
  if (status === undefined || !own) return []
  const causes = customCauses({
    value: status,
    node: own,
    ...(old && { old: { value: old.status } }),
  })
  return causes.map(cause => ({ ...cause, field: within('status', cause.field) }))
}

function within(part: string, field: string): string {
  if (field === '<nil>') return part
  return field.startsWith('[') ? `${part}${field}` : `${part}.${field}`
}

/** An object that held something twice may go on so. */
function newDuplicates(object: ApiObject, old: ApiObject | undefined, { node }: Version) {
  const causes = duplicateCauses(object, node)
  if (causes.length === 0 || !old) return causes
  return duplicateCauses(old, node).length > 0 ? [] : causes
}
