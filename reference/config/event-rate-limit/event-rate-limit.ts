import { countRule, invalidValue, functionRule, allowedValues, rangeRule } from '../config-rules.ts'
import {
  deFacto,
  int32Field,
  type ConfigKind,
  listField,
  type ConfigValues,
  objectField,
  requiredBy,
} from '../config-kind.ts'
import { textField } from '../config-kind.ts'

const positive = rangeRule(deFacto, { min: 1 }, { description: 'must be positive' })

const fields = {
  type: textField('Scope of a rate limit bucket.', {
    requirement: 'RATE-003',
    required: requiredBy('RATE-003'),
    rules: [allowedValues('RATE-004', ['Server', 'Namespace', 'User', 'SourceAndObject'])],
  }),
  qps: int32Field('Events per second accepted after the burst is used up.', {
    requirement: 'RATE-005',
    required: requiredBy('RATE-005'),
    rules: [positive],
  }),
  burst: int32Field('Burst of events.', {
    requirement: 'RATE-006',
    required: requiredBy('RATE-006'),
    rules: [positive],
  }),
  cacheSize: int32Field('Number of cached buckets; has no effect for the type Server.', {
    requirement: 'RATE-007',
    // A genuine plug-in has this default too, but does not fill it in.
    default: { value: 4096, requirement: 'RATE-007', onlyIn: 'cluster' },
  }),
}

const noNegativeCache = functionRule({
  requirement: deFacto,
  description: '`cacheSize` is not negative',
  *faults({ type, cacheSize = 0 }: ConfigValues<typeof fields>) {
    if (type === 'Server' || cacheSize >= 0) return
    yield invalidValue(['cacheSize'], cacheSize, 'must not be negative')
  },
})

const configuration = {
  group: 'eventratelimit.admission.*',
  version: 'v1alpha1',
  kind: 'Configuration',
  requirement: 'RATE-001',
  description: 'Rate limits of events; configuration of the plug-in EventRateLimit.',
  fields: {
    limits: listField(
      'Rate limits; all entries apply.',
      objectField('', fields, { rules: [noNegativeCache] }),
      {
        requirement: 'RATE-002',
        required: requiredBy('RATE-002', { description: 'at least one limit' }),
        rules: [countRule('RATE-002', { min: 1 })],
      },
    ),
  },
  rules: [],
} as const

export const eventRateLimits: readonly ConfigKind[] = [
  // Observed: the plug-in of a genuine server ignores unknown fields.
  { ...configuration, strict: false, onlyIn: 'kubernetes' },
  { ...configuration, strict: true, onlyIn: 'cluster' },
]
