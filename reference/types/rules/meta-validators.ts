// Validators of labels, selector requirements, ports and percentages.

import { valueInvalid, valueRequired } from '../../api/status-causes.ts'
import { labelValueFaults, portNameFaults, qualifiedNameFaults } from '../../api/name-rules.ts'
import { isJsonObject, objectIn } from '../../api/object.ts'
import type { Validator } from './value-place.ts'

export const metaValidators = {
  labels: function* ({ field, value }) {
    for (const [key, label] of Object.entries(objectIn(value))) {
      for (const fault of qualifiedNameFaults(key)) yield valueInvalid(field, key, fault)
      for (const fault of labelValueFaults(String(label ?? '')))
        yield valueInvalid(field, label, fault)
    }
  },
  annotations: function* ({ field, value }) {
    for (const key of Object.keys(objectIn(value)))
      for (const fault of qualifiedNameFaults(key.toLowerCase()))
        yield valueInvalid(field, key, fault)
  },
  singleValue: function* ({ field, value }) {
    if (Array.isArray(value) && value.length === 1) return
    yield valueRequired(field, "must be specified single value when `operator` is 'Lt' or 'Gt'")
  },
  singleFieldValue: function* ({ field, value }) {
    if (Array.isArray(value) && value.length === 1) return
    const because =
      "must be only one value when `operator` is 'In' or 'NotIn' for node field selector"
    yield valueRequired(field, because)
  },
  /** A port by number or by name. */
  portOrName: function* ({ field, value }) {
    if (value === undefined || value === null) return
    if (typeof value === 'string') {
      for (const fault of portNameFaults(value)) yield valueInvalid(field, value, fault)
    } else if (Number(value) < 1 || Number(value) > 65_535) {
      yield valueInvalid(field, value, 'must be between 1 and 65535, inclusive')
    }
  },
  /** A port number, or 0 for any port. */
  portIfAny: function* ({ field, value }) {
    if (!value || (Number(value) >= 1 && Number(value) <= 65_535)) return
    yield valueInvalid(field, value, 'must be between 1 and 65535, inclusive')
  },
  /** A non-negative number or percentage. */
  numberOrShare: function* ({ field, value }) {
    if (typeof value === 'string') {
      if (!/^[0-9]+%$/.test(value)) {
        const because =
          "a valid percent string must be a numeric string followed by an ending '%' " +
          "(e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')"
        yield valueInvalid(field, value, because)
      }
    } else if (Number(value ?? 0) < 0) {
      yield valueInvalid(field, value, 'must be greater than or equal to 0')
    }
  },
  atMostAll: function* ({ field, value }) {
    const [, share] = /^(\d+)%$/.exec(String(value)) ?? []
    if (Number(share ?? 0) > 100) yield valueInvalid(field, value, 'must not be greater than 100%')
  },
  notEmptySelector: function* ({ field, value }) {
    if (!isJsonObject(value)) return
    const { matchLabels, matchExpressions } = value
    const isEmpty =
      Object.keys(objectIn(matchLabels)).length === 0 &&
      (!Array.isArray(matchExpressions) || matchExpressions.length === 0)
    if (isEmpty) yield valueInvalid(field, value, 'empty selector is invalid')
  },
} as const satisfies { readonly [name: string]: Validator }
