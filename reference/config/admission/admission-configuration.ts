import { type Fault, invalid, law, oneOf, unsupported } from '../rules.ts'
import { deFacto, type Kind, list, type Members, object, path } from '../vocabulary.ts'
import { raw, required, text } from '../vocabulary.ts'
import { pluginNames } from './plugin-names.ts'

const unheard = law({
  by: deFacto,
  says: 'the name of a plug-in of the server',
  severity: 'warning',
  onlyIn: 'kubernetes',
  *faults(name: string): Iterable<Fault> {
    if (!pluginNames.includes(name)) yield unsupported(name, pluginNames)
  },
})

const fields = {
  name: text('Name of the plug-in.', {
    by: 'ADM-036',
    required: required('ADM-036'),
    rules: [oneOf('ADM-037', pluginNames), unheard],
  }),
  path: path('Configuration file of the plug-in; relative to this file.', { by: 'ADM-038' }),
  configuration: raw('Inline configuration of the plug-in; takes precedence over `path`.', {
    by: 'ADM-039',
  }),
}

const eitherOr = law({
  by: 'ADM-039',
  says: '`path` has no effect with `configuration`',
  severity: 'warning',
  *faults({ path: file = '', configuration }: Members<typeof fields>) {
    if (file === '' || configuration === undefined || configuration === null) return
    yield invalid(['path'], file, 'has no effect with configuration')
  },
})

const shared = {
  kind: 'AdmissionConfiguration',
  says: 'Configuration of admission plug-ins, inline or by file.',
  strict: true,
  fields: {
    plugins: list('One entry per plug-in.', object('', fields, { rules: [eitherOr] }), {
      by: 'ADM-035',
    }),
  },
  rules: [],
}

export const admissionConfigurations: readonly Kind[] = [
  { ...shared, group: 'apiserver.config.*', version: 'v1', by: 'ADM-033' },
  { ...shared, group: 'apiserver.*', version: 'v1alpha1', by: 'ADM-034' },
]
