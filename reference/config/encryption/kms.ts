import { invalid, law, oneOf, pattern, range } from '../rules.ts'
import { urlIn } from '../urls.ts'
import { deFacto, duration, int32, type Members, object, required, text } from '../vocabulary.ts'

const unixSocket = law({
  by: deFacto,
  says: 'an address that begins with unix://',
  *faults(endpoint: string) {
    const url = urlIn(endpoint)
    if ('fault' in url) {
      yield invalid([], endpoint, `invalid endpoint for kms provider, error: ${url.fault}`)
    } else if (url.scheme !== 'unix') {
      const scheme = JSON.stringify(url.scheme)
      const because = `unsupported scheme ${scheme} for KMS provider, only unix is supported`
      yield invalid([], endpoint, because)
    }
  },
})

const fields = {
  apiVersion: text('KMS protocol version.', {
    by: deFacto,
    default: { value: 'v1', by: deFacto },
    rules: [oneOf(deFacto, ['v1', 'v2'])],
  }),
  name: text('Name of the provider, part of the stored data; must be unique.', {
    by: 'ENCR-026',
    required: required('ENCR-026'),
    rules: [pattern(deFacto, /^[^:]*$/, "must not contain ':'")],
  }),
  cachesize: int32('Number of data keys cached with v1; negative disables the cache.', {
    by: 'ENCR-028',
    default: { value: 1000, by: 'ENCR-028', when: { member: 'apiVersion', is: 'v1' } },
  }),
  endpoint: text('Unix socket of the KMS plug-in.', {
    by: 'ENCR-027',
    required: required('ENCR-027'),
    rules: [unixSocket],
  }),
  timeout: duration('Timeout of KMS requests.', {
    by: 'ENCR-031',
    default: { value: '3s', by: 'ENCR-031' },
    rules: [range(deFacto, { above: 0 }, { says: 'timeout should be a positive value' })],
  }),
}

type Kms = Members<typeof fields>

const cacheOfFirst = law({
  by: deFacto,
  says: '`cachesize` only with v1',
  *faults({ apiVersion, cachesize }: Kms) {
    if (apiVersion === 'v1' || cachesize === undefined) return
    yield invalid(['cachesize'], cachesize, 'cachesize is not supported in v2')
  },
})

const cacheOfSomeSize = law({
  by: deFacto,
  says: '`cachesize` is not 0',
  *faults({ apiVersion, cachesize }: Kms) {
    if (apiVersion !== 'v1' || cachesize !== 0) return
    const because = 'cachesize should be a positive value, or negative to disable'
    yield invalid(['cachesize'], cachesize, because)
  },
})

const firstIsOld = law({
  by: deFacto,
  says: 'v1 needs the feature gate KMSv1',
  onlyIn: 'kubernetes',
  *faults({ apiVersion }: Kms, { gates }) {
    if (apiVersion !== 'v1' || gates['KMSv1']) return
    yield invalid(['apiVersion'], apiVersion, 'deprecated: requires the feature gate KMSv1')
  },
})

export const kms = object('Encryption with a KMS plug-in.', fields, {
  by: 'ENCR-016',
  rules: [cacheOfFirst, cacheOfSomeSize, firstIsOld],
})
