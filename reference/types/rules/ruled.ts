// What is wrong with an object of a built-in kind: by its form, and by the rules beyond that.

import type { ApiObject } from '../../api/object.ts'
import type { Cause } from '../../api/resource.ts'
import type { Schema } from '../../api/schema.ts'
import { schemaCauses } from '../schemas/causes.ts'
import { causesBy } from './interpret.ts'
import { instead, tableOf } from './tables.ts'

type Complete = (object: ApiObject, old: ApiObject | undefined) => ApiObject

/**
 * The rules of a kind (VALID-026); what was seen of an object is no wish. What was stored when less
 * was filled in is compared as if it were stored today.
 */
export const ruledBy = (kind: string, schema: () => Schema, complete: Complete) =>
  function* (object: ApiObject, old: ApiObject | undefined): Iterable<Cause | undefined> {
    const { status: _seen, ...wished } = object
    const ofForm = schemaCauses(wished, schema()).filter(
      ({ field }) => !instead(kind, field.replaceAll(/\[\d+\]/g, '[]')),
    )
    yield* ofForm
    yield undefined
    const table = tableOf(kind)
    if (!table) return
    const told = new Set(ofForm.map(({ reason, field }) => `${reason} ${field}`))
    const before = old && complete(old, old)
    yield undefined
    for (const cause of causesBy(table, object, { old: before, isUpdate: old !== undefined })) {
      if (!cause || !told.has(`${cause.reason} ${cause.field}`)) yield cause
    }
  }
