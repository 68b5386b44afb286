import { billionthsIn } from '../../lib/quantities.ts'
import { clientConnectionField } from '../client-connection.ts'
import { type ConfigFault, functionRule } from '../config-rules.ts'
import {
  boolField,
  deFacto,
  type ConfigKind,
  mapField,
  type ConfigValues,
  textField,
} from '../config-kind.ts'
import { deFactoFields, localTrafficRule } from './de-facto-fields.ts'
import { loggingField } from './logging.ts'

const fields = {
  featureGates: mapField('Feature gates by name.', boolField('Whether the feature is enabled.'), {
    requirement: 'PROXY-003',
  }),
  clientConnection: {
    ...clientConnectionField({ requirement: 'PROXY-004', qps: 5, burst: 10 }),
    required: { requirement: deFacto, onlyIn: 'kubernetes' as const },
    default: { value: {}, requirement: deFacto, onlyIn: 'kubernetes' as const },
  },
  logging: loggingField,
  hostnameOverride: textField('Node name; the host name if empty.', {
    requirement: 'PROXY-006',
    mayBeEmpty: true,
    default: { value: '', requirement: deFacto, onlyIn: 'kubernetes' },
  }),
}

type Proxy = ConfigValues<typeof fields>
type Options = NonNullable<NonNullable<Proxy['logging']>['options']>

const gateForOptions = functionRule({
  requirement: 'PROXY-017',
  description: '`logging.options` needs the feature gate LoggingAlphaOptions',
  *faults({ featureGates = {}, logging: log }: Proxy, { dialect, gates }) {
    const isOn = featureGates['LoggingAlphaOptions'] ?? gates['LoggingAlphaOptions'] ?? false
    if (isOn || !log?.options) return
    const path = ['logging', 'options']
    if (dialect === 'cluster') yield { path, ...closed }
    else yield* usedOptions(log.options)
  },
})

const closed = {
  type: 'Forbidden',
  detail: 'requires the feature gate LoggingAlphaOptions',
} as const

/** A genuine server checks only options that differ from their zero values. */
function* usedOptions(options: Options): Iterable<ConfigFault> {
  for (const format of ['text', 'json'] as const) {
    const { splitStream = false, infoBufferSize = '0' } = options[format] ?? {}
    const path = ['logging', 'options', format]
    if (splitStream) yield { path: [...path, 'splitStream'], ...closed }
    if (billionthsIn(String(infoBufferSize).trim()) !== 0n) {
      yield { path: [...path, 'infoBufferSize'], ...closed }
    }
  }
}

const shared = {
  version: 'v1alpha1',
  requirement: 'PROXY-001',
  also: ['PROXY-002'],
  description: 'Configuration of the network proxy of a node.',
  // There are further fields that are not documented. Genuine proxies ignore unknown fields.
  strict: false,
}

export const proxyConfigurations: readonly ConfigKind[] = [
  {
    ...shared,
    group: 'clusterproxy.config.*',
    kind: 'ClusterProxyConfiguration',
    onlyIn: 'cluster',
    fields,
    rules: [gateForOptions],
  },
  {
    ...shared,
    group: 'kubeproxy.config.*',
    kind: 'KubeProxyConfiguration',
    onlyIn: 'kubernetes',
    fields: { ...fields, ...deFactoFields },
    rules: [gateForOptions, localTrafficRule],
  },
]
