import { flagGroup } from './flag-group.ts'

// AGENT-238: the preferred cipher suites of the specification.
const preferred = [
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
  'TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA',
  'TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256',
  'TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA',
  'TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384',
  'TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305',
  'TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256',
  'TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA',
  'TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256',
  'TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA',
  'TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384',
  'TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305',
  'TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256',
]

// Newer genuine agents consider these insecure.
const preferredOnce = [
  'TLS_RSA_WITH_AES_128_CBC_SHA',
  'TLS_RSA_WITH_AES_128_GCM_SHA256',
  'TLS_RSA_WITH_AES_256_CBC_SHA',
  'TLS_RSA_WITH_AES_256_GCM_SHA384',
]

// AGENT-239: the insecure cipher suites of the specification.
const insecure = [
  'TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA256',
  'TLS_ECDHE_ECDSA_WITH_RC4_128_SHA',
  'TLS_ECDHE_RSA_WITH_3DES_EDE_CBC_SHA',
  'TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256',
  'TLS_ECDHE_RSA_WITH_RC4_128_SHA',
  'TLS_RSA_WITH_3DES_EDE_CBC_SHA',
  'TLS_RSA_WITH_AES_128_CBC_SHA256',
  'TLS_RSA_WITH_RC4_128_SHA',
]

const versions = ['VersionTLS10', 'VersionTLS11', 'VersionTLS12', 'VersionTLS13']

export const tlsFlags = flagGroup('TLS and certificates', [
  {
    name: 'cert-dir',
    type: 'string',
    default: '/var/lib/nodeagent/pki',
    kubernetes: { default: '/var/lib/kubelet/pki' },
    requirement: ['AGENT-010'],
    description: 'Directory of TLS certificates; ignored if a certificate and a key are set',
  },
  {
    name: 'tls-cert-file',
    type: 'string',
    field: 'tlsCertFile',
    requirement: ['AGENT-122'],
    description: 'Certificate for serving; self-signed if neither certificate nor key is set',
  },
  {
    name: 'tls-private-key-file',
    type: 'string',
    field: 'tlsPrivateKeyFile',
    requirement: ['AGENT-125'],
    description: 'Private key of the serving certificate',
  },
  {
    name: 'tls-cipher-suites',
    type: 'strings',
    values: { of: [...preferred, ...preferredOnce, ...insecure], requirement: 'AGENT-237' },
    insecure: { of: insecure, requirement: 'AGENT-239' },
    kubernetes: { insecure: { of: [...insecure, ...preferredOnce], requirement: 'de facto' } },
    field: 'tlsCipherSuites',
    requirement: ['AGENT-123', 'AGENT-238'],
    description: 'Cipher suites for serving; the defaults of the TLS library if empty',
  },
  {
    name: 'tls-min-version',
    type: 'string',
    values: { of: versions, requirement: 'AGENT-240' },
    field: 'tlsMinVersion',
    requirement: ['AGENT-124'],
    description: 'Minimum TLS version for serving',
  },
  {
    name: 'rotate-certificates',
    type: 'boolean',
    default: false,
    field: 'rotateCertificates',
    requirement: ['AGENT-110'],
    description: 'Rotate the client certificate before it expires',
  },
  {
    name: 'rotate-server-certificates',
    type: 'boolean',
    default: false,
    gate: { name: 'RotateKubeletServerCertificate', requirement: 'AGENT-226' },
    field: 'serverTLSBootstrap',
    requirement: ['AGENT-111'],
    description: 'Request serving certificates from the API server; these need approval',
  },
])
