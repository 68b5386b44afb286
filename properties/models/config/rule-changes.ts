// Changes of the valid documents of kinds with several versions that concern rules beyond the types
// of fields: values at a limit, beyond it, or in conflict with other fields.

import type { Term } from '../../dsl/term.ts'
import { validAuthenticator } from './authentication.ts'

/** Values to set at field paths. */
type Values = Record<string, Term>

const authenticator = 'jwt[0]'
const issuer = `${authenticator}.issuer`
const mappings = `${authenticator}.claimMappings`
const webhook = 'authorizers[0].webhook'
const conditions = (count: number): Term =>
  Array.from({ length: count }, () => ({ expression: "request.user != 'one'" }))
const transport = 'egressSelections[0].connection.transport'
const cluster = 'spec.cluster'

/** By kind, changes of its valid document. */
export const ruleChanges: Record<string, Values[]> = {
  AdmissionConfiguration: [
    { plugins: [] },
    { 'plugins[0].name': 'NoSuchPlugin' },
    { 'plugins[0].name': '' },
    { 'plugins[0].configuration.limits': [] },
  ],
  AuthenticationConfiguration: [
    { [`${issuer}.url`]: 'http://issuer.example' },
    { [`${issuer}.url`]: 'https://issuer.example/path' },
    { [`${issuer}.discoveryURL`]: 'https://issuer.example/0' },
    { [`${issuer}.audiences`]: [] },
    { [`${issuer}.audiences`]: ['one', 'two'] },
    { jwt: [validAuthenticator(1), validAuthenticator(1)] },
    { jwt: [validAuthenticator(1), validAuthenticator(2)] },
    { [`${mappings}.username`]: { claim: 'sub', prefix: '', expression: 'claims.sub' } },
    { [`${mappings}.username`]: { expression: 'claims.email' } },
    { [`${mappings}.uid`]: { expression: 'claims.uid' } },
    { [`${mappings}.extra[0].key`]: 'Team' },
    { [`${authenticator}.claimValidationRules[0].expression`]: 'true' },
    { [`${authenticator}.claimValidationRules[1].expression`]: 'claims.level >' },
    { [`${authenticator}.userValidationRules[0].expression`]: '7' },
  ],
  AuthorizationConfiguration: [
    { authorizers: [] },
    { 'authorizers[0].type': 'NoSuchType' },
    { 'authorizers[0].type': 'RBAC' },
    { 'authorizers[0].name': '-first' },
    { [`${webhook}.timeout`]: '30s' },
    { [`${webhook}.timeout`]: '31s' },
    { [`${webhook}.matchConditionSubjectAccessReviewVersion`]: 'v1beta1' },
    { [`${webhook}.connectionInfo`]: { type: 'ClusterConfigFile' } },
    { [`${webhook}.matchConditions`]: conditions(64) },
    { [`${webhook}.matchConditions`]: conditions(65) },
    { [`${webhook}.matchConditions`]: [] },
    { [`${webhook}.matchConditions[0].expression`]: 'request.user' },
  ],
  EgressSelectorConfiguration: [
    { 'egressSelections[0].name': 'master' },
    { 'egressSelections[0].name': 'moon' },
    { 'egressSelections[1].name': 'cluster' },
    { 'egressSelections[0].connection.proxyProtocol': 'GRPC' },
    { [`${transport}.tcp.url`]: 'http://proxy.example:8131' },
    { [transport]: {} },
    { 'egressSelections[1].connection.transport.uds.udsName': '/run/other.sock' },
  ],
  TracingConfiguration: [
    { samplingRatePerMillion: 1_000_000 },
    { samplingRatePerMillion: -1 },
    { endpoint: 'collector.example:4317' },
  ],
  ExecCredential: [
    { status: {} },
    { 'status.clientCertificateData': 'one' },
    { 'spec.interactive': true },
    { [`${cluster}.server`]: 'https://other.example:6443' },
    { [`${cluster}.certificate-authority-data`]: '!' },
  ],
}
