import { type Fault, invalid, law, missing } from '../rules.ts'
import { urlIn } from '../urls.ts'
import { bool, bytes, deFacto, type Kind, type Members, object, raw } from '../vocabulary.ts'
import { required, text, time } from '../vocabulary.ts'

/** A genuine client passes on whatever it was told itself. */
const hostAndPort = law({
  by: 'EXEC-016',
  says: '`https://host:port`',
  onlyIn: 'cluster',
  *faults(server: string) {
    const url = urlIn(server)
    if ('host' in url && url.scheme === 'https' && server.endsWith(`//${url.host}`)) {
      if (/[^:]:\d+$/.test(url.host)) return
    }
    yield invalid([], server, 'must be https://host:port')
  },
})

const cluster = object(
  'Cluster that the credentials are for.',
  {
    server: text('Address of the cluster.', {
      by: 'EXEC-016',
      required: required('EXEC-016'),
      rules: [hostAndPort],
    }),
    'tls-server-name': text('Server name that the certificate of the cluster must have.', {
      by: 'EXEC-017',
    }),
    'insecure-skip-tls-verify': bool(
      'Whether verification of the server certificate is disabled.',
      { by: 'EXEC-019' },
    ),
    'certificate-authority-data': bytes('CA certificates of the cluster, PEM.', {
      by: 'EXEC-020',
    }),
    'proxy-url': text('URL of the proxy to the cluster.', { by: 'EXEC-022' }),
    'disable-compression': bool('Whether response compression is disabled.', { by: 'EXEC-023' }),
    config: raw('Plug-in specific configuration, without secrets.', { by: 'EXEC-024' }),
  },
  { by: 'EXEC-007' },
)

// All are marked required but the time, and no plug-in has all of them to give (EXEC-014).
const answer = {
  expirationTimestamp: time('Expiry time of the credentials.', { by: 'EXEC-009' }),
  token: text('Bearer token.', { by: 'EXEC-011', isSecret: true }),
  clientCertificateData: text('Client certificates, PEM.', { by: 'EXEC-012' }),
  clientKeyData: text('Private key of the first certificate, PEM.', {
    by: 'EXEC-013',
    isSecret: true,
  }),
}

const tokenOrPair = law({
  by: 'EXEC-014',
  says: 'a token, or a certificate with its key, or both',
  *faults(status: Members<typeof answer>): Iterable<Fault> {
    const { token = '', clientCertificateData: certificate = '', clientKeyData: key = '' } = status
    if (certificate !== '' && key === '')
      yield missing(['clientKeyData'], 'required with clientCertificateData')
    if (key !== '' && certificate === '')
      yield missing(['clientCertificateData'], 'required with clientKeyData')
    if (token + certificate + key === '') yield missing([], 'a token, or a certificate and its key')
  },
})

const shared = {
  group: 'client.authentication.*',
  kind: 'ExecCredential',
  says: 'Request of a client to a credential plug-in, or its response.',
  strict: true,
  fields: {
    spec: object(
      'The request.',
      {
        cluster,
        interactive: bool('Whether the plug-in may prompt the user.', {
          by: 'EXEC-008',
          required: required('EXEC-008'),
        }),
      },
      {
        by: 'EXEC-004',
        required: required('EXEC-004'),
        default: { value: {}, by: deFacto, onlyIn: 'kubernetes' as const },
      },
    ),
    status: object('The response.', answer, { by: 'EXEC-005', rules: [tokenOrPair] }),
  },
  rules: [],
}

export const execCredentials: readonly Kind[] = [
  { ...shared, version: 'v1', by: 'EXEC-001' },
  { ...shared, version: 'v1beta1', by: 'EXEC-002' },
]
