import { type ConfigFault, invalidValue, functionRule, missingValue } from '../config-rules.ts'
import { parseUrl } from '../../lib/parse-url.ts'
import {
  boolField,
  bytesField,
  deFacto,
  type ConfigKind,
  type ConfigValues,
  objectField,
  rawField,
} from '../config-kind.ts'
import { requiredBy, textField, timeField } from '../config-kind.ts'

/** A genuine client passes on the server address of its configuration in any form. */
const hostAndPort = functionRule({
  requirement: 'EXEC-016',
  description: '`https://host:port`',
  onlyIn: 'cluster',
  *faults(server: string) {
    const url = parseUrl(server)
    if ('host' in url && url.scheme === 'https' && server.endsWith(`//${url.host}`)) {
      if (/[^:]:\d+$/.test(url.host)) return
    }
    yield invalidValue([], server, 'must be https://host:port')
  },
})

const cluster = objectField(
  'Cluster that the credentials are for.',
  {
    server: textField('Address of the cluster.', {
      requirement: 'EXEC-016',
      required: requiredBy('EXEC-016'),
      rules: [hostAndPort],
    }),
    'tls-server-name': textField('Server name that the certificate of the cluster must have.', {
      requirement: 'EXEC-017',
    }),
    'insecure-skip-tls-verify': boolField(
      'Whether verification of the server certificate is disabled.',
      { requirement: 'EXEC-019' },
    ),
    'certificate-authority-data': bytesField('CA certificates of the cluster, PEM.', {
      requirement: 'EXEC-020',
    }),
    'proxy-url': textField('URL of the proxy to the cluster.', { requirement: 'EXEC-022' }),
    'disable-compression': boolField('Whether response compression is disabled.', {
      requirement: 'EXEC-023',
    }),
    config: rawField('Plug-in specific configuration, without secrets.', {
      requirement: 'EXEC-024',
    }),
  },
  { requirement: 'EXEC-007' },
)

// All members except the expiry time are marked required, but no plug-in can provide all of them
// (EXEC-014).
const answer = {
  expirationTimestamp: timeField('Expiry time of the credentials.', { requirement: 'EXEC-009' }),
  token: textField('Bearer token.', { requirement: 'EXEC-011', isSecret: true }),
  clientCertificateData: textField('Client certificates, PEM.', { requirement: 'EXEC-012' }),
  clientKeyData: textField('Private key of the first certificate, PEM.', {
    requirement: 'EXEC-013',
    isSecret: true,
  }),
}

const tokenOrPair = functionRule({
  requirement: 'EXEC-014',
  description: 'a token, or a certificate with its key, or both',
  *faults(status: ConfigValues<typeof answer>): Iterable<ConfigFault> {
    const { token = '', clientCertificateData: certificate = '', clientKeyData: key = '' } = status
    if (certificate !== '' && key === '')
      yield missingValue(['clientKeyData'], 'required with clientCertificateData')
    if (key !== '' && certificate === '')
      yield missingValue(['clientCertificateData'], 'required with clientKeyData')
    if (token + certificate + key === '')
      yield missingValue([], 'a token, or a certificate and its key')
  },
})

const shared = {
  group: 'client.authentication.*',
  kind: 'ExecCredential',
  description: 'Request of a client to a credential plug-in, or its response.',
  strict: true,
  fields: {
    spec: objectField(
      'The request.',
      {
        cluster,
        interactive: boolField('Whether the plug-in may prompt the user.', {
          requirement: 'EXEC-008',
          required: requiredBy('EXEC-008'),
        }),
      },
      {
        requirement: 'EXEC-004',
        required: requiredBy('EXEC-004'),
        default: { value: {}, requirement: deFacto, onlyIn: 'kubernetes' as const },
      },
    ),
    status: objectField('The response.', answer, { requirement: 'EXEC-005', rules: [tokenOrPair] }),
  },
  rules: [],
}

export const execCredentials: readonly ConfigKind[] = [
  { ...shared, version: 'v1', requirement: 'EXEC-001' },
  { ...shared, version: 'v1beta1', requirement: 'EXEC-002' },
]
