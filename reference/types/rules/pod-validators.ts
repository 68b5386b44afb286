// Validators of pod fields that depend on each other.

import { valueDuplicate, valueInvalid } from '../../api/status-causes.ts'
import { objectIn, objectsIn } from '../../api/object.ts'
import { isEmptyValue, type Validator, memberValueAt } from './value-place.ts'

export const podValidators = {
  /** Two containers cannot use the same port of the node. */
  hostPorts: function* ({ field, value }) {
    const used = new Set<string>()
    for (const [index, { ports }] of objectsIn(value).entries()) {
      for (const [portIndex, { hostPort, hostIP = '', protocol = 'TCP' }] of objectsIn(
        ports,
      ).entries()) {
        if (!hostPort) continue
        const one = `${String(protocol)}/${String(hostIP)}/${String(hostPort)}`
        if (used.has(one))
          yield valueDuplicate(`${field}[${index}].ports[${portIndex}].hostPort`, one)
        used.add(one)
      }
    }
  },
  initNames: function* (place) {
    const { field, value } = place
    const names = new Set(objectsIn(memberValueAt(place, '^containers')).map(({ name }) => name))
    for (const [index, { name }] of objectsIn(value).entries()) {
      if (isEmptyValue(name)) continue
      if (names.has(name)) yield valueDuplicate(`${field}[${index}].name`, name)
      names.add(name)
    }
  },
  nameservers: function* ({ field, value }) {
    if (!Array.isArray(value) || value.length <= 3) return
    yield valueInvalid(field, value, 'must not have more than 3 nameservers')
  },
  spreadTwice: function* ({ field, value }) {
    const all = objectsIn(value).map(
      ({ topologyKey, whenUnsatisfiable }) =>
        `{${String(topologyKey)}, ${String(whenUnsatisfiable)}}`,
    )
    const last = new Map(all.map((one, index) => [one, index]))
    for (const [index, one] of all.entries()) {
      if (last.get(one) === index) continue
      yield valueDuplicate(`${field}[${index}].{topologyKey, whenUnsatisfiable}`, one)
    }
  },
  operatorWithoutKey: function* ({ field, value }) {
    const because =
      'operator must be Exists when `key` is empty, which means "match all values and all keys"'
    yield valueInvalid(field, value ?? '', because)
  },
  effectOfSeconds: function* ({ field, value }) {
    if (value === 'NoExecute') return
    const because = "effect must be 'NoExecute' when `tolerationSeconds` is set"
    yield valueInvalid(field, value ?? '', because)
  },
  noValue: function* ({ field, value }) {
    if (isEmptyValue(value)) return
    yield valueInvalid(field, value, "value must be empty when `operator` is 'Exists'")
  },
  /** With `hostNetwork`, each host port equals the container port. */
  portsOfNode: function* ({ field, value }) {
    for (const [index, { ports }] of objectsIn(value).entries()) {
      for (const [portIndex, { hostPort, containerPort }] of objectsIn(ports).entries()) {
        if (!hostPort || hostPort === containerPort) continue
        const because = 'must match `containerPort` when `hostNetwork` is true'
        yield valueInvalid(`${field}[${index}].ports[${portIndex}].hostPort`, hostPort, because)
      }
    }
  },
  /** Requires that the restart policy of a pod template is `Always`. */
  restartAlways: function* ({ field, value }) {
    const { restartPolicy = '' } = objectIn(value)
    if (restartPolicy === 'Always') return
    yield {
      reason: 'FieldValueNotSupported',
      message: `Unsupported value: ${JSON.stringify(restartPolicy)}: supported values: "Always"`,
      field: `${field}.restartPolicy`,
    }
  },
} as const satisfies { readonly [name: string]: Validator }
