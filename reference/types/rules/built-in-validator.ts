// Validates objects of a built-in kind against their schema and their rule table.

import type { ApiObject } from '../../api/object.ts'
import type { Schema } from '../../api/schema.ts'
import { schemaCauses } from '../schemas/schema-causes.ts'
import { tableCauses } from './table-causes.ts'
import { isLeftToRules, ruleTableOf } from './rules-by-kind.ts'
import type { StatusCause } from '../../api/status-causes.ts'

type Complete = (object: ApiObject, old: ApiObject | undefined) => ApiObject

/**
 * Returns the validator of a kind (VALID-026). The schema is not applied to the status. An old
 * object that was stored with fewer defaults is completed before it is compared.
 */
export const builtInValidator = (kind: string, schema: () => Schema, complete: Complete) =>
  function* (object: ApiObject, old: ApiObject | undefined): Iterable<StatusCause | undefined> {
    const { status: _seen, ...wished } = object
    const ofForm = schemaCauses(wished, schema()).filter(
      ({ field }) => !isLeftToRules(kind, field.replaceAll(/\[\d+\]/g, '[]')),
    )
    yield* ofForm
    yield undefined
    const table = ruleTableOf(kind)
    if (!table) return
    const reported = new Set(ofForm.map(({ reason, field }) => `${reason} ${field}`))
    const before = old && complete(old, old)
    yield undefined
    for (const cause of tableCauses(table, object, { old: before, isUpdate: old !== undefined })) {
      if (!cause || !reported.has(`${cause.reason} ${cause.field}`)) yield cause
    }
  }
