import { location } from '../files.ts'
import { atLeastOne, invalid, law, missing, oneOf, pattern } from '../rules.ts'
import { deFacto, type Members, object, path, required, text } from '../vocabulary.ts'

const tlsFields = {
  caBundle: path('CA certificate file for the proxy; the system CAs if absent.', {
    by: 'EGRESS-024',
    rules: [location('EGRESS-024')],
  }),
  clientKey: path('Private key file of the client certificate.', {
    by: 'EGRESS-024',
    rules: [location('EGRESS-024')],
  }),
  clientCert: path('Client certificate file for the proxy.', {
    by: 'EGRESS-024',
    rules: [location('EGRESS-024')],
  }),
  tlsServerName: text('Server name that the certificate of the proxy must have.', {
    by: deFacto,
    onlyIn: 'kubernetes',
  }),
}

const tcpFields = {
  url: text('URL of the proxy.', {
    by: 'EGRESS-017',
    required: required('EGRESS-017'),
    rules: [
      pattern(deFacto, /^https?:\/\//, 'supported connection protocols are http:// and https://'),
    ],
  }),
  tlsConfig: object('TLS configuration.', tlsFields, { by: 'EGRESS-024' }),
}

type Tcp = Members<typeof tcpFields>
type Member = 'caBundle' | 'clientKey' | 'clientCert'

const isPlain = ({ url = '' }: Tcp): boolean => url.startsWith('http://')
const isTls = ({ url = '' }: Tcp): boolean => url.startsWith('https://')

/** Members that only TLS needs. */
const emptyForPlain = (by: string, members: readonly Member[]) =>
  law({
    by,
    says: `no ${members.join(' and no ')} with http://`,
    *faults(tcp: Tcp) {
      for (const member of members) {
        const given = tcp.tlsConfig?.[member] ?? ''
        if (!isPlain(tcp) || given === '') continue
        yield invalid(['tlsConfig', member], given, 'must be empty with http://')
      }
    },
  })

const neededForTls = (by: string, member: Member) =>
  law({
    by,
    says: `${member} with https://`,
    *faults(tcp: Tcp) {
      if (!isTls(tcp) || (tcp.tlsConfig?.[member] ?? '') !== '') return
      yield missing(['tlsConfig', member], `https:// needs ${member}`)
    },
  })

const noTlsForPlain = law({
  by: deFacto,
  says: 'no `tlsConfig` at all with http://',
  onlyIn: 'kubernetes',
  *faults(tcp: Tcp) {
    // With members in it, they are told of one by one.
    if (!isPlain(tcp) || !tcp.tlsConfig || Object.keys(tcp.tlsConfig).length > 0) return
    yield { at: ['tlsConfig'], type: 'Forbidden', detail: 'must not be present when using HTTP' }
  },
})

const transportFields = {
  tcp: object('TCP connection.', tcpFields, {
    by: 'EGRESS-014',
    rules: [
      emptyForPlain('EGRESS-019', ['caBundle']),
      emptyForPlain('EGRESS-021', ['clientKey', 'clientCert']),
      noTlsForPlain,
      neededForTls('EGRESS-022', 'clientKey'),
      neededForTls('EGRESS-023', 'clientCert'),
    ],
  }),
  uds: object(
    'Unix domain socket connection.',
    {
      udsName: text('Path of the socket.', {
        by: 'EGRESS-025',
        required: required('EGRESS-025'),
        rules: [pattern('EGRESS-026', /^(?!unix:\/\/)/, 'expected a path without unix://')],
      }),
    },
    { by: 'EGRESS-014' },
  ),
}

const connectionFields = {
  proxyProtocol: text('Protocol of the proxy.', {
    by: 'EGRESS-009',
    required: required('EGRESS-009'),
    rules: [oneOf(deFacto, ['Direct', 'HTTPConnect', 'GRPC'])],
  }),
  transport: object('Transport to the proxy.', transportFields, {
    by: 'EGRESS-014',
    rules: [atLeastOne('EGRESS-014', ['tcp', 'uds'], 'one of tcp and uds must be set')],
  }),
}

type Connection = Members<typeof connectionFields>

const transportFor = (by: string, protocol: string) =>
  law({
    by,
    says: `${protocol} needs a transport`,
    *faults({ proxyProtocol, transport }: Connection) {
      if (proxyProtocol !== protocol || transport) return
      yield missing(['transport'], `transport must be set for ${protocol}`)
    },
  })

const noTransportForDirect = law({
  by: deFacto,
  says: 'Direct has no transport',
  *faults({ proxyProtocol, transport }: Connection) {
    if (proxyProtocol !== 'Direct' || !transport) return
    const detail = 'must be absent for direct connections'
    yield { at: ['transport'], type: 'Forbidden', detail }
  },
})

const oneForHttpConnect = law({
  by: deFacto,
  says: 'HTTPConnect has one transport',
  *faults({ proxyProtocol, transport }: Connection) {
    if (proxyProtocol !== 'HTTPConnect' || !transport?.tcp || !transport.uds) return
    yield invalid(['transport', 'tcp'], transport.tcp, 'TCP and UDS cannot both be set')
  },
})

const noTcpForGrpc = law({
  by: 'EGRESS-016',
  says: 'GRPC does not use TCP',
  *faults({ proxyProtocol, transport }: Connection, { dialect }) {
    if (proxyProtocol !== 'GRPC' || !transport?.tcp) return
    // A genuine server looks no further when there is a socket beside.
    if (dialect === 'kubernetes' && transport.uds) return
    yield invalid(['transport', 'tcp'], transport.tcp, 'UDS must be set with GRPC, and no TCP')
  },
})

export const connection = object('Connection of the API server to a proxy.', connectionFields, {
  by: 'EGRESS-008',
  required: required('EGRESS-008'),
  default: { value: {}, by: deFacto, onlyIn: 'kubernetes' },
  rules: [
    transportFor('EGRESS-011', 'HTTPConnect'),
    transportFor('EGRESS-012', 'GRPC'),
    noTransportForDirect,
    oneForHttpConnect,
    noTcpForGrpc,
  ],
})
