import {
  type ConfigFault,
  invalidValue,
  functionRule,
  allowedValues,
  unsupportedValue,
} from '../config-rules.ts'
import {
  deFacto,
  type ConfigKind,
  listField,
  type ConfigValues,
  objectField,
  pathField,
} from '../config-kind.ts'
import { rawField, requiredBy, textField } from '../config-kind.ts'
import { pluginNames } from './plugin-names.ts'

const unheard = functionRule({
  requirement: deFacto,
  description: 'the name of a plug-in of the server',
  severity: 'warning',
  onlyIn: 'kubernetes',
  *faults(name: string): Iterable<ConfigFault> {
    if (!pluginNames.includes(name)) yield unsupportedValue(name, pluginNames)
  },
})

const fields = {
  name: textField('Name of the plug-in.', {
    requirement: 'ADM-036',
    required: requiredBy('ADM-036'),
    rules: [allowedValues('ADM-037', pluginNames), unheard],
  }),
  path: pathField('Configuration file of the plug-in; relative to this file.', {
    requirement: 'ADM-038',
  }),
  configuration: rawField('Inline configuration of the plug-in; takes precedence over `path`.', {
    requirement: 'ADM-039',
  }),
}

const eitherOr = functionRule({
  requirement: 'ADM-039',
  description: '`path` has no effect with `configuration`',
  severity: 'warning',
  *faults({ path: file = '', configuration }: ConfigValues<typeof fields>) {
    if (file === '' || configuration === undefined || configuration === null) return
    yield invalidValue(['path'], file, 'has no effect with configuration')
  },
})

const shared = {
  kind: 'AdmissionConfiguration',
  description: 'Configuration of admission plug-ins, inline or by file.',
  strict: true,
  fields: {
    plugins: listField('One entry per plug-in.', objectField('', fields, { rules: [eitherOr] }), {
      requirement: 'ADM-035',
    }),
  },
  rules: [],
}

export const admissionConfigurations: readonly ConfigKind[] = [
  { ...shared, group: 'apiserver.config.*', version: 'v1', requirement: 'ADM-033' },
  { ...shared, group: 'apiserver.*', version: 'v1alpha1', requirement: 'ADM-034' },
]
