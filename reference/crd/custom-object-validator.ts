import type { ApiObject } from '../api/object.ts'
import type { Resource } from '../api/resource.ts'
import { customCauses } from './custom-causes.ts'
import type { DefinitionVersion } from './custom-type-definition.ts'
import { duplicateCauses } from './duplicate-items.ts'
import { embeddedCauses } from './embedded-objects.ts'
import { ruleCauses } from './rule-causes.ts'
import { scaleCauses } from './scale-custom.ts'
import { runWithYields, type ResumableTask, computeBudget } from './compute-budget.ts'
import type { StatusCause } from '../api/status-causes.ts'

// More than any reasonable schema needs. It takes some seconds.
const stepsMax = 3_000_000
const turnMs = 4

/** Returns the validator of a version, for whole objects or only for their status. */
export const customObjectValidator =
  (version: DefinitionVersion, part: 'all' | 'status'): NonNullable<Resource['validateAsync']> =>
  async (object, old, found) => {
    const walk = part === 'all' ? formCauses : statusCauses
    const causes = [...(await runWithYields(walk(object, old, version)))]
    if (version.scale) causes.push(...scaleCauses(object, version.scale, part))
    if (part === 'all') causes.push(...embeddedCauses(object, version.node))
    causes.push(...(await runWithYields(newDuplicates(object, old, version))))
    const all = [...found, ...causes]
    return [...causes, ...(await ruleCauses(version.node, { object, old, found: all }))]
  }

const formCauses = (object: ApiObject, old: ApiObject | undefined, { node }: DefinitionVersion) =>
  customCauses(
    { value: object, node, ...(old && { old: { value: old } }) },
    computeBudget(stepsMax, turnMs),
  )

function* statusCauses(
  { status }: ApiObject,
  old: ApiObject | undefined,
  { node }: DefinitionVersion,
): ResumableTask<readonly StatusCause[]> {
  const own = node.properties.get('status')
  if (status === undefined || !own) return []
  const causes = yield* customCauses(
    { value: status, node: own, ...(old && { old: { value: old.status } }) },
    computeBudget(stepsMax, turnMs),
  )
  return causes.map(cause => ({ ...cause, field: within('status', cause.field) }))
}

function within(part: string, field: string): string {
  if (field === '<nil>') return part
  return field.startsWith('[') ? `${part}${field}` : `${part}.${field}`
}

/** An object that already had duplicates may keep them. */
function* newDuplicates(
  object: ApiObject,
  old: ApiObject | undefined,
  { node }: DefinitionVersion,
): ResumableTask<readonly StatusCause[]> {
  const work = computeBudget(Infinity, turnMs)
  const causes = yield* duplicateCauses(object, node, work)
  if (causes.length === 0 || !old) return causes
  return (yield* duplicateCauses(old, node, work)).length > 0 ? [] : causes
}
