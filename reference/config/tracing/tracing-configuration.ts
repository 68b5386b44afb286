import { invalidValue, functionRule, rangeRule } from '../config-rules.ts'
import { parseUrl } from '../../lib/parse-url.ts'
import { deFacto, int32Field, type ConfigKind, textField } from '../config-kind.ts'

const schemes = ['dns', 'unix', 'unix-abstract']

const collector = functionRule({
  requirement: deFacto,
  description: 'a host and a port, or an address of dns, unix or unix-abstract',
  *faults(endpoint: string) {
    const url = parseUrl(endpoint.includes('//') ? endpoint : `dns://${endpoint}`)
    if ('fault' in url) yield invalidValue([], endpoint, url.fault)
    else if (!schemes.includes(url.scheme)) {
      const because = `unsupported scheme: ${url.scheme}; known are none, ${schemes.join(', ')}`
      yield invalidValue([], endpoint, because)
    }
  },
})

/** Warns if a field is set that is valid but should be omitted. */
const betterUnset = (requirement: string) =>
  functionRule({
    requirement,
    description: '`endpoint` is not set',
    severity: 'warning',
    *faults(value: unknown) {
      yield invalidValue([], value, 'should not be set')
    },
  })

const rateMax = 1_000_000

const shared = {
  kind: 'TracingConfiguration',
  description: 'Tracing configuration of the API server.',
  strict: true,
  // Its members are at the top level, next to apiVersion and kind.
  also: ['TRACE-003'],
  fields: {
    endpoint: textField(
      'Address of the collector; localhost:4317 if absent. The connection does not use TLS.',
      {
        requirement: 'TRACE-004',
        rules: [collector, betterUnset('TRACE-007')],
      },
    ),
    samplingRatePerMillion: int32Field('Spans to sample per million spans without a parent.', {
      requirement: 'TRACE-008',
      rules: [
        rangeRule(deFacto, { min: 0, max: rateMax }, { description: `expected 0 to ${rateMax}` }),
        betterUnset('TRACE-011'),
      ],
    }),
  },
  rules: [],
}

// Genuine servers have every version of this kind in the group `apiserver.config`.
const group = 'apiserver.config.*'

export const tracingConfigurations: readonly ConfigKind[] = [
  {
    ...shared,
    group: 'apiserver.*',
    version: 'v1alpha1',
    requirement: 'TRACE-001',
    onlyIn: 'cluster',
  },
  {
    ...shared,
    group: 'apiserver.*',
    version: 'v1beta1',
    requirement: 'TRACE-002',
    onlyIn: 'cluster',
  },
  { ...shared, group, version: 'v1alpha1', requirement: 'TRACE-001', onlyIn: 'kubernetes' },
  { ...shared, group, version: 'v1beta1', requirement: 'TRACE-002', onlyIn: 'kubernetes' },
  { ...shared, group, version: 'v1', requirement: deFacto, onlyIn: 'kubernetes' },
]
