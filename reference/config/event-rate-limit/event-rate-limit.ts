import { count, invalid, law, oneOf, range } from '../rules.ts'
import { deFacto, int32, type Kind, list, type Members, object, required } from '../vocabulary.ts'
import { text } from '../vocabulary.ts'

const positive = range(deFacto, { min: 1 }, { says: 'must be positive' })

const fields = {
  type: text('Scope of a rate limit bucket.', {
    by: 'RATE-003',
    required: required('RATE-003'),
    rules: [oneOf('RATE-004', ['Server', 'Namespace', 'User', 'SourceAndObject'])],
  }),
  qps: int32('Events per second accepted after the burst is used up.', {
    by: 'RATE-005',
    required: required('RATE-005'),
    rules: [positive],
  }),
  burst: int32('Burst of events.', {
    by: 'RATE-006',
    required: required('RATE-006'),
    rules: [positive],
  }),
  cacheSize: int32('Number of cached buckets; has no effect for the type Server.', {
    by: 'RATE-007',
    // A genuine plug-in has it too, but fills in no document.
    default: { value: 4096, by: 'RATE-007', onlyIn: 'cluster' },
  }),
}

const noNegativeCache = law({
  by: deFacto,
  says: '`cacheSize` is not negative',
  *faults({ type, cacheSize = 0 }: Members<typeof fields>) {
    if (type === 'Server' || cacheSize >= 0) return
    yield invalid(['cacheSize'], cacheSize, 'must not be negative')
  },
})

const configuration = {
  group: 'eventratelimit.admission.*',
  version: 'v1alpha1',
  kind: 'Configuration',
  by: 'RATE-001',
  says: 'Rate limits of events; configuration of the plug-in EventRateLimit.',
  fields: {
    limits: list(
      'Rate limits; all entries apply.',
      object('', fields, { rules: [noNegativeCache] }),
      {
        by: 'RATE-002',
        required: required('RATE-002', { says: 'at least one limit' }),
        rules: [count('RATE-002', { min: 1 })],
      },
    ),
  },
  rules: [],
} as const

export const eventRateLimits: readonly Kind[] = [
  // Measured: the plug-in of a genuine server passes over fields that it does not know.
  { ...configuration, strict: false, onlyIn: 'kubernetes' },
  { ...configuration, strict: true, onlyIn: 'cluster' },
]
