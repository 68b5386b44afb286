// Validators of persistent volume claims.

import { valueForbidden, valueInvalid, valueRequired } from '../../api/status-causes.ts'
import { isJsonObject, objectIn } from '../../api/object.ts'
import { billionthsIn } from '../../lib/quantities.ts'
import { isSameJson } from '../../api/same-json.ts'
import type { Validator } from './value-place.ts'

const modes = ['ReadOnlyMany', 'ReadWriteMany', 'ReadWriteOnce']

export const claimValidators = {
  accessModes: function* ({ field, value }) {
    const list = Array.isArray(value) ? (value as unknown[]) : []
    const isMixed =
      list.includes('ReadWriteOncePod') && list.some(one => modes.includes(String(one)))
    if (isMixed) yield valueForbidden(field, 'may not use ReadWriteOncePod with other access modes')
  },
  storageRequest: function* ({ field, value }) {
    const { storage } = objectIn(objectIn(value).requests)
    const fieldPath = `${field}[storage]`
    if (storage === undefined || storage === null) yield valueRequired(fieldPath)
    else if ((billionthsIn(String(storage)) ?? 1n) <= 0n) {
      yield valueInvalid(fieldPath, storage, 'must be greater than zero')
    }
  },
  sameDataSource: function* ({ field, value }) {
    const { dataSource, dataSourceRef } = objectIn(value)
    if (!isJsonObject(dataSource) || !isJsonObject(dataSourceRef)) return
    const { namespace, ...same } = dataSourceRef
    if (namespace) {
      const because = 'may not be specified when dataSourceRef.namespace is specified'
      yield valueInvalid(field, `${field}.dataSource`, because)
    } else if (!isSameJson(dataSource, same)) {
      yield valueInvalid(field, `${field}.dataSource`, 'must match dataSourceRef')
    }
  },
} as const satisfies { readonly [name: string]: Validator }
