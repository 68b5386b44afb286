import { bool, bytes, deFacto, type Kind, object, raw, required } from '../vocabulary.ts'
import { text, time } from '../vocabulary.ts'

const cluster = object(
  'The cluster that credentials are asked for.',
  {
    server: text('Its address.', { by: 'EXEC-016', required: required('EXEC-016') }),
    'tls-server-name': text('The name that its certificate has to have.', { by: 'EXEC-017' }),
    'insecure-skip-tls-verify': bool('Its certificate is not checked.', { by: 'EXEC-019' }),
    'certificate-authority-data': bytes('Authorities of its certificate, in PEM.', {
      by: 'EXEC-020',
    }),
    'proxy-url': text('The proxy on the way to it.', { by: 'EXEC-022' }),
    'disable-compression': bool('Answers are not compressed.', { by: 'EXEC-023' }),
    config: raw('What the plug-in alone knows; no secrets.', { by: 'EXEC-024' }),
  },
  { by: 'EXEC-007' },
)

const shared = {
  group: 'client.authentication.*',
  kind: 'ExecCredential',
  says: 'What a client asks of a plug-in for credentials, and what that answers.',
  strict: true,
  fields: {
    spec: object(
      'What is asked.',
      {
        cluster,
        interactive: bool('Whether the plug-in may ask the user.', {
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
    // All three are marked required, but no plug-in has all of them to give (EXEC-014).
    status: object(
      'The answer.',
      {
        expirationTimestamp: time('When the credentials end.', { by: 'EXEC-009' }),
        token: text('A bearer token.', { by: 'EXEC-011', isSecret: true }),
        clientCertificateData: text('Certificates in PEM.', { by: 'EXEC-012' }),
        clientKeyData: text('The key of the first of them, in PEM.', {
          by: 'EXEC-013',
          isSecret: true,
        }),
      },
      { by: 'EXEC-005' },
    ),
  },
  rules: [],
}

export const execCredentials: readonly Kind[] = [
  { ...shared, version: 'v1', by: 'EXEC-001' },
  { ...shared, version: 'v1beta1', by: 'EXEC-002' },
]
