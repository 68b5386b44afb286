import { type Fault, law, repeated, unsupported } from '../rules.ts'
import { deFacto, type Kind, list, type Members, object, required, text } from '../vocabulary.ts'
import { connection } from './connection.ts'

const names = ['cluster', 'controlplane', 'etcd', 'master']

const supportedName = law({
  by: 'EGRESS-005',
  says: `one of ${names.join(', ')}`,
  *faults(name: string, { dialect }): Iterable<Fault> {
    // Genuine servers do not care for capitals, but in the deprecated name.
    const written = dialect === 'kubernetes' ? name.toLowerCase() : name
    if (!names.includes(written === 'master' ? name : written)) yield unsupported(name, names)
  },
})

const masterIsOld = law({
  by: 'EGRESS-005',
  says: '`master` is deprecated in favour of `controlplane`',
  severity: 'warning',
  *faults(name: string) {
    if (name !== 'master') return
    yield { type: 'Invalid value', value: name, detail: 'deprecated in favour of controlplane' }
  },
})

const fields = {
  name: text('Type of requests that use the connection.', {
    by: 'EGRESS-004',
    required: required('EGRESS-004'),
    rules: [supportedName, masterIsOld],
  }),
  connection,
}

const eachOnce = law({
  by: deFacto,
  says: 'names are unique',
  *faults(selections: readonly Members<typeof fields>[]) {
    const seen = new Set<string>()
    for (const [index, { name = '' }] of selections.entries()) {
      const meant = name === 'master' ? 'controlplane' : name.toLowerCase()
      if (seen.has(meant)) yield repeated([index, 'name'], name)
      if (meant !== '') seen.add(meant)
    }
  },
})

const shared = {
  group: 'apiserver.*',
  kind: 'EgressSelectorConfiguration',
  says: 'Egress selection of the API server.',
  strict: true,
  fields: {
    egressSelections: list('One entry per type of requests.', object('', fields), {
      by: 'EGRESS-003',
      required: required('EGRESS-003'),
      rules: [eachOnce],
    }),
  },
  rules: [],
}

export const egressSelectorConfigurations: readonly Kind[] = [
  { ...shared, version: 'v1alpha1', by: 'EGRESS-001' },
  { ...shared, version: 'v1beta1', by: 'EGRESS-002' },
]
