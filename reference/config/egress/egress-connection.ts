import { fileLocation } from '../file-rules.ts'
import {
  atLeastOneMember,
  invalidValue,
  functionRule,
  missingValue,
  allowedValues,
  patternRule,
} from '../config-rules.ts'
import {
  deFacto,
  type ConfigValues,
  objectField,
  pathField,
  requiredBy,
  textField,
} from '../config-kind.ts'

const tlsFields = {
  caBundle: pathField('CA certificate file for the proxy; the system CAs if absent.', {
    requirement: 'EGRESS-024',
    rules: [fileLocation('EGRESS-024')],
  }),
  clientKey: pathField('Private key file of the client certificate.', {
    requirement: 'EGRESS-024',
    rules: [fileLocation('EGRESS-024')],
  }),
  clientCert: pathField('Client certificate file for the proxy.', {
    requirement: 'EGRESS-024',
    rules: [fileLocation('EGRESS-024')],
  }),
  tlsServerName: textField('Server name that the certificate of the proxy must have.', {
    requirement: deFacto,
    onlyIn: 'kubernetes',
  }),
}

const tcpFields = {
  url: textField('URL of the proxy.', {
    requirement: 'EGRESS-017',
    required: requiredBy('EGRESS-017'),
    rules: [
      patternRule(
        deFacto,
        /^https?:\/\//,
        'supported connection protocols are http:// and https://',
      ),
    ],
  }),
  tlsConfig: objectField('TLS configuration.', tlsFields, { requirement: 'EGRESS-024' }),
}

type Tcp = ConfigValues<typeof tcpFields>
type Member = 'caBundle' | 'clientKey' | 'clientCert'

const isPlain = ({ url = '' }: Tcp): boolean => url.startsWith('http://')
const isTls = ({ url = '' }: Tcp): boolean => url.startsWith('https://')

/** Forbids members that are needed only for TLS. */
const emptyForPlain = (requirement: string, members: readonly Member[]) =>
  functionRule({
    requirement,
    description: `no ${members.join(' and no ')} with http://`,
    *faults(tcp: Tcp) {
      for (const member of members) {
        const given = tcp.tlsConfig?.[member] ?? ''
        if (!isPlain(tcp) || given === '') continue
        yield invalidValue(['tlsConfig', member], given, 'must be empty with http://')
      }
    },
  })

const neededForTls = (requirement: string, member: Member) =>
  functionRule({
    requirement,
    description: `${member} with https://`,
    *faults(tcp: Tcp) {
      if (!isTls(tcp) || (tcp.tlsConfig?.[member] ?? '') !== '') return
      yield missingValue(['tlsConfig', member], `https:// needs ${member}`)
    },
  })

const noTlsForPlain = functionRule({
  requirement: deFacto,
  description: 'no `tlsConfig` at all with http://',
  onlyIn: 'kubernetes',
  *faults(tcp: Tcp) {
    // If it has members, each of them is reported.
    if (!isPlain(tcp) || !tcp.tlsConfig || Object.keys(tcp.tlsConfig).length > 0) return
    yield { path: ['tlsConfig'], type: 'Forbidden', detail: 'must not be present when using HTTP' }
  },
})

const transportFields = {
  tcp: objectField('TCP connection.', tcpFields, {
    requirement: 'EGRESS-014',
    rules: [
      emptyForPlain('EGRESS-019', ['caBundle']),
      emptyForPlain('EGRESS-021', ['clientKey', 'clientCert']),
      noTlsForPlain,
      neededForTls('EGRESS-022', 'clientKey'),
      neededForTls('EGRESS-023', 'clientCert'),
    ],
  }),
  uds: objectField(
    'Unix domain socket connection.',
    {
      udsName: textField('Path of the socket.', {
        requirement: 'EGRESS-025',
        required: requiredBy('EGRESS-025'),
        rules: [patternRule('EGRESS-026', /^(?!unix:\/\/)/, 'expected a path without unix://')],
      }),
    },
    { requirement: 'EGRESS-014' },
  ),
}

const connectionFields = {
  proxyProtocol: textField('Protocol of the proxy.', {
    requirement: 'EGRESS-009',
    required: requiredBy('EGRESS-009'),
    rules: [allowedValues(deFacto, ['Direct', 'HTTPConnect', 'GRPC'])],
  }),
  transport: objectField('Transport to the proxy.', transportFields, {
    requirement: 'EGRESS-014',
    rules: [atLeastOneMember('EGRESS-014', ['tcp', 'uds'], 'one of tcp and uds must be set')],
  }),
}

type Connection = ConfigValues<typeof connectionFields>

const transportFor = (requirement: string, protocol: string) =>
  functionRule({
    requirement,
    description: `${protocol} needs a transport`,
    *faults({ proxyProtocol, transport }: Connection) {
      if (proxyProtocol !== protocol || transport) return
      yield missingValue(['transport'], `transport must be set for ${protocol}`)
    },
  })

const noTransportForDirect = functionRule({
  requirement: deFacto,
  description: 'Direct has no transport',
  *faults({ proxyProtocol, transport }: Connection) {
    if (proxyProtocol !== 'Direct' || !transport) return
    const detail = 'must be absent for direct connections'
    yield { path: ['transport'], type: 'Forbidden', detail }
  },
})

const oneForHttpConnect = functionRule({
  requirement: deFacto,
  description: 'HTTPConnect has one transport',
  *faults({ proxyProtocol, transport }: Connection) {
    if (proxyProtocol !== 'HTTPConnect' || !transport?.tcp || !transport.uds) return
    yield invalidValue(['transport', 'tcp'], transport.tcp, 'TCP and UDS cannot both be set')
  },
})

const noTcpForGrpc = functionRule({
  requirement: 'EGRESS-016',
  description: 'GRPC does not use TCP',
  *faults({ proxyProtocol, transport }: Connection, { dialect }) {
    if (proxyProtocol !== 'GRPC' || !transport?.tcp) return
    // If `uds` is set as well, a genuine server reports no further fault.
    if (dialect === 'kubernetes' && transport.uds) return
    yield invalidValue(['transport', 'tcp'], transport.tcp, 'UDS must be set with GRPC, and no TCP')
  },
})

export const connectionField = objectField(
  'Connection of the API server to a proxy.',
  connectionFields,
  {
    requirement: 'EGRESS-008',
    required: requiredBy('EGRESS-008'),
    default: { value: {}, requirement: deFacto, onlyIn: 'kubernetes' },
    rules: [
      transportFor('EGRESS-011', 'HTTPConnect'),
      transportFor('EGRESS-012', 'GRPC'),
      noTransportForDirect,
      oneForHttpConnect,
      noTcpForGrpc,
    ],
  },
)
