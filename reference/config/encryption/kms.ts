import {
  invalidValue,
  functionRule,
  allowedValues,
  patternRule,
  rangeRule,
} from '../config-rules.ts'
import { parseUrl } from '../../lib/parse-url.ts'
import {
  deFacto,
  durationField,
  int32Field,
  type ConfigValues,
  objectField,
  requiredBy,
  textField,
} from '../config-kind.ts'

const unixSocket = functionRule({
  requirement: deFacto,
  description: 'an address that begins with unix://',
  *faults(endpoint: string) {
    const url = parseUrl(endpoint)
    if ('fault' in url) {
      yield invalidValue([], endpoint, `invalid endpoint for kms provider, error: ${url.fault}`)
    } else if (url.scheme !== 'unix') {
      const scheme = JSON.stringify(url.scheme)
      const because = `unsupported scheme ${scheme} for KMS provider, only unix is supported`
      yield invalidValue([], endpoint, because)
    }
  },
})

const fields = {
  apiVersion: textField('KMS protocol version.', {
    requirement: deFacto,
    default: { value: 'v1', requirement: deFacto },
    rules: [allowedValues(deFacto, ['v1', 'v2'])],
  }),
  name: textField('Name of the provider, part of the stored data; must be unique.', {
    requirement: 'ENCR-026',
    required: requiredBy('ENCR-026'),
    rules: [patternRule(deFacto, /^[^:]*$/, "must not contain ':'")],
  }),
  cachesize: int32Field('Number of data keys cached with v1; negative disables the cache.', {
    requirement: 'ENCR-028',
    default: { value: 1000, requirement: 'ENCR-028', when: { member: 'apiVersion', is: 'v1' } },
  }),
  endpoint: textField('Unix socket of the KMS plug-in.', {
    requirement: 'ENCR-027',
    required: requiredBy('ENCR-027'),
    rules: [unixSocket],
  }),
  timeout: durationField('Timeout of KMS requests.', {
    requirement: 'ENCR-031',
    default: { value: '3s', requirement: 'ENCR-031' },
    rules: [
      rangeRule(deFacto, { above: 0 }, { description: 'timeout should be a positive value' }),
    ],
  }),
}

type Kms = ConfigValues<typeof fields>

const cacheOfFirst = functionRule({
  requirement: deFacto,
  description: '`cachesize` only with v1',
  *faults({ apiVersion, cachesize }: Kms) {
    if (apiVersion === 'v1' || cachesize === undefined) return
    yield invalidValue(['cachesize'], cachesize, 'cachesize is not supported in v2')
  },
})

const cacheOfSomeSize = functionRule({
  requirement: deFacto,
  description: '`cachesize` is not 0',
  *faults({ apiVersion, cachesize }: Kms) {
    if (apiVersion !== 'v1' || cachesize !== 0) return
    const because = 'cachesize should be a positive value, or negative to disable'
    yield invalidValue(['cachesize'], cachesize, because)
  },
})

const firstIsOld = functionRule({
  requirement: deFacto,
  description: 'v1 needs the feature gate KMSv1',
  onlyIn: 'kubernetes',
  *faults({ apiVersion }: Kms, { gates }) {
    if (apiVersion !== 'v1' || gates['KMSv1']) return
    yield invalidValue(['apiVersion'], apiVersion, 'deprecated: requires the feature gate KMSv1')
  },
})

export const kmsField = objectField('Encryption with a KMS plug-in.', fields, {
  requirement: 'ENCR-016',
  rules: [cacheOfFirst, cacheOfSomeSize, firstIsOld],
})
