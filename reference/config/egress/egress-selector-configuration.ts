import {
  type ConfigFault,
  functionRule,
  duplicateValue,
  unsupportedValue,
} from '../config-rules.ts'
import {
  deFacto,
  type ConfigKind,
  listField,
  type ConfigValues,
  objectField,
  requiredBy,
  textField,
} from '../config-kind.ts'
import { connectionField } from './egress-connection.ts'

const names = ['cluster', 'controlplane', 'etcd', 'master']

const supportedName = functionRule({
  requirement: 'EGRESS-005',
  description: `one of ${names.join(', ')}`,
  *faults(name: string, { dialect }): Iterable<ConfigFault> {
    // Genuine servers ignore the case of names, except for the deprecated name.
    const written = dialect === 'kubernetes' ? name.toLowerCase() : name
    if (!names.includes(written === 'master' ? name : written)) yield unsupportedValue(name, names)
  },
})

const masterIsOld = functionRule({
  requirement: 'EGRESS-005',
  description: '`master` is deprecated in favour of `controlplane`',
  severity: 'warning',
  *faults(name: string) {
    if (name !== 'master') return
    yield { type: 'Invalid value', value: name, detail: 'deprecated in favour of controlplane' }
  },
})

const fields = {
  name: textField('Type of requests that use the connection.', {
    requirement: 'EGRESS-004',
    required: requiredBy('EGRESS-004'),
    rules: [supportedName, masterIsOld],
  }),
  connection: connectionField,
}

const eachOnce = functionRule({
  requirement: deFacto,
  description: 'names are unique',
  *faults(selections: readonly ConfigValues<typeof fields>[]) {
    const seen = new Set<string>()
    for (const [index, { name = '' }] of selections.entries()) {
      const meant = name === 'master' ? 'controlplane' : name.toLowerCase()
      if (seen.has(meant)) yield duplicateValue([index, 'name'], name)
      if (meant !== '') seen.add(meant)
    }
  },
})

const shared = {
  group: 'apiserver.*',
  kind: 'EgressSelectorConfiguration',
  description: 'Egress selection of the API server.',
  strict: true,
  fields: {
    egressSelections: listField('One entry per type of requests.', objectField('', fields), {
      requirement: 'EGRESS-003',
      required: requiredBy('EGRESS-003'),
      rules: [eachOnce],
    }),
  },
  rules: [],
}

export const egressSelectorConfigurations: readonly ConfigKind[] = [
  { ...shared, version: 'v1alpha1', requirement: 'EGRESS-001' },
  { ...shared, version: 'v1beta1', requirement: 'EGRESS-002' },
]
