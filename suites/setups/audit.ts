// Servers that send audit events to the sink of the host. Users are those of an issuer there.

import {
  auditedGroup,
  auditedName,
  auditIssuer,
  auditNamespaces,
  auditSinkPath,
} from '../../fixtures/objects/audit.ts'
import { standardAudience } from '../../fixtures/objects/tokens.ts'
import { auditSetups } from '../../properties/dsl/setup-names.ts'
import type { Term } from '../../properties/dsl/term.ts'
import { configDocument } from '../../properties/models/config/documents.ts'
import { kubeconfigOf } from './kubeconfig.ts'
import type { Setup } from './setup.ts'

type Members = { [name: string]: Term }

const authority = 'sink.pem'
const kubeconfig = 'sink.yaml'

const setup = (name: string, policy: Members): Setup => ({
  name,
  files: [
    { name: 'policy.yaml', document: configDocument(['audit', 'v1', 'Policy'], policy) },
    {
      name: 'authentication.yaml',
      document: configDocument(['apiserver', 'v1beta1', 'AuthenticationConfiguration'], {
        jwt: [
          {
            issuer: {
              url: { $host: auditIssuer },
              certificateAuthority: { $hostAuthority: 'pem' },
              audiences: [standardAudience],
            },
            claimMappings: {
              username: { claim: 'sub', prefix: '' },
              groups: { claim: 'groups', prefix: '' },
            },
          },
        ],
        anonymous: { enabled: true },
      }),
    },
    { name: kubeconfig, document: kubeconfigOf({ $host: auditSinkPath }, authority) },
    { name: authority, text: { $hostAuthority: 'pem' } },
  ],
  flags: [
    '--authentication-config=authentication.yaml',
    '--audit-policy-file=policy.yaml',
    `--audit-webhook-config-file=${kubeconfig}`,
    // Otherwise events wait for a batch.
    '--audit-webhook-mode=blocking',
  ],
})

/** A rule about one user of the issuer. */
const of = (user: string, members: Members = {}): Members => ({
  level: 'Metadata',
  users: [user],
  ...members,
})

const inNamespace = (level: string, ...names: string[]): Members => ({ level, namespaces: names })

const core = (...resources: string[]): Members => ({ group: '', resources })

const { metadata, request, response, omitting, keeping, stages } = auditNamespaces

/** The setups of the audit. */
export const auditServerSetups: Setup[] = [
  setup(auditSetups.byRules, {
    rules: [
      of('marker'),
      of('everything', { level: 'RequestResponse' }),
      of('get-first', { verbs: ['get'] }),
      of('get-first', { level: 'Request' }),
      of('all-first', { level: 'Request' }),
      of('all-first', { verbs: ['get'] }),
      of('intersected', { verbs: ['get'], namespaces: ['one'] }),
      { level: 'Metadata', userGroups: [auditedGroup] },
      of('verbs', { verbs: ['get', 'create'] }),
      of('all-verbs', { verbs: [] }),
      of('resources', { resources: [core('configmaps')] }),
      of('all-resources', { resources: [] }),
      of('namespaces', { namespaces: ['one', 'two'] }),
      of('all-namespaces', { namespaces: [] }),
      of('no-namespace', { namespaces: [''] }),
      of('paths', { nonResourceURLs: ['/livez'] }),
      of('stages', { omitStages: ['RequestReceived'] }),
      of('core-group', { resources: [core()] }),
      of('named-group', { resources: [{ group: { $group: 'coordination' } }] }),
      of('listed-resources', { resources: [core('pods')] }),
      of('listed-subresources', { resources: [core('pods/log')] }),
      of('names', { resources: [{ ...core('configmaps'), resourceNames: [auditedName] }] }),
      of('all-names', { resources: [{ ...core('configmaps'), resourceNames: [] }] }),
      inNamespace('Metadata', metadata),
      inNamespace('Request', request),
      inNamespace('RequestResponse', response, keeping),
      { ...inNamespace('RequestResponse', omitting), omitManagedFields: true },
      { level: 'RequestResponse', nonResourceURLs: ['/version'] },
    ],
  }),
  setup(auditSetups.ofEverything, {
    omitStages: ['RequestReceived'],
    omitManagedFields: true,
    rules: [
      { ...inNamespace('RequestResponse', keeping), omitManagedFields: false },
      { ...inNamespace('RequestResponse', omitting), omitManagedFields: true },
      { ...inNamespace('Metadata', stages), omitStages: ['ResponseStarted'] },
      { level: 'RequestResponse' },
    ],
  }),
]
