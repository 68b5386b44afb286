import { type Fault, invalid, law, oneOf, unsupported } from '../rules.ts'
import { deFacto, type Kind, list, type Members, object, path } from '../vocabulary.ts'
import { raw, required, text } from '../vocabulary.ts'
import { pluginNames } from './plugin-names.ts'

const unheard = law({
  by: deFacto,
  says: 'the name of a plug-in that a server has',
  severity: 'warning',
  onlyIn: 'kubernetes',
  *faults(name: string): Iterable<Fault> {
    if (!pluginNames.includes(name)) yield unsupported(name, pluginNames)
  },
})

const fields = {
  name: text('The plug-in.', {
    by: 'ADM-036',
    required: required('ADM-036'),
    rules: [oneOf('ADM-037', pluginNames), unheard],
  }),
  path: path('The file with its configuration; relative to this one.', { by: 'ADM-038' }),
  configuration: raw('Its configuration; then `path` does not count.', { by: 'ADM-039' }),
}

const eitherOr = law({
  by: 'ADM-039',
  says: '`path` does not count beside `configuration`',
  severity: 'warning',
  *faults({ path: file = '', configuration }: Members<typeof fields>) {
    if (file === '' || configuration === undefined || configuration === null) return
    yield invalid(['path'], file, 'has no effect beside configuration')
  },
})

const shared = {
  kind: 'AdmissionConfiguration',
  says: 'The configuration of admission plug-ins, or where it is.',
  strict: true,
  fields: {
    plugins: list('One for each plug-in.', object('', fields, { rules: [eitherOr] }), {
      by: 'ADM-035',
    }),
  },
  rules: [],
}

export const admissionConfigurations: readonly Kind[] = [
  { ...shared, group: 'apiserver.config.*', version: 'v1', by: 'ADM-033' },
  { ...shared, group: 'apiserver.*', version: 'v1alpha1', by: 'ADM-034' },
]
