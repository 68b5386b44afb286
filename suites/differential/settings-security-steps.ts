// Steps for the labels of namespaces that name levels of pod security: drawn pods, and templates of
// them, at several levels and versions.

import fc from 'fast-check'
import type { Json } from '../../fixtures/objects/tested-types.ts'
import {
  getStep,
  mergePatchStep,
  namedObject,
  postStep,
  type SettingFields,
  type SettingStep,
} from './setting-steps.ts'

const label = (name: string) => `pod-security.kubernetes.io/${name}`

/** The labels of each namespace, without their prefix. */
const namespaces: { readonly [name: string]: { readonly [label: string]: string } } = {
  'security-baseline': { enforce: 'baseline' },
  'security-restricted': { enforce: 'restricted', warn: 'privileged' },
  'security-old': { enforce: 'restricted', 'enforce-version': 'v1.18' },
  'security-earlier': { enforce: 'restricted', 'enforce-version': 'v1.24' },
  'security-warn': { warn: 'restricted', audit: 'baseline' },
  'security-later': { enforce: 'baseline', 'enforce-version': 'v1.99', warn: 'restricted' },
}

const labelsOf = (given: { readonly [label: string]: string }): SettingFields =>
  Object.fromEntries(Object.entries(given).map(([name, value]) => [label(name), value]))

const rarely = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 })
const sometimes = (...values: Json[]) => rarely(fc.constantFrom(...values))

const securityContext = {
  appArmorProfile: sometimes({ type: 'Unconfined' }, { type: 'RuntimeDefault' }),
  runAsNonRoot: sometimes(true, true, false),
  runAsUser: sometimes(0, 1000),
  seccompProfile: sometimes(
    { type: 'RuntimeDefault' },
    { type: 'Unconfined' },
    { type: 'Localhost', localhostProfile: 'p' },
  ),
  seLinuxOptions: sometimes(
    { type: 'container_t' },
    { type: 'container_engine_t' },
    { type: 'other_t', user: 'u' },
    { role: 'r' },
  ),
}

const ofContainer = fc.record({
  ...securityContext,
  allowPrivilegeEscalation: sometimes(false, false, true),
  capabilities: sometimes(
    { drop: ['ALL'] },
    { drop: ['ALL'], add: ['NET_BIND_SERVICE'] },
    { add: ['NET_ADMIN', 'CHOWN'] },
    { drop: ['ALL'], add: ['SYS_TIME', 'CHOWN'] },
  ),
  procMount: sometimes('Default', 'Unmasked'),
})

const probe = sometimes(
  { httpGet: { path: '/', port: 1, host: 'a.example' } },
  { tcpSocket: { port: 1, host: 'b.example' } },
  { httpGet: { path: '/', port: 1 } },
)

const container = (name: string) =>
  fc.record({
    name: fc.constant(name),
    image: fc.constant('registry.example/i:1'),
    securityContext: rarely(ofContainer),
    ports: sometimes([{ containerPort: 1, hostPort: 1 }], [{ containerPort: 2 }]),
    livenessProbe: probe,
  })

const volumes = sometimes(
  [{ name: 'v', emptyDir: {} }],
  [{ name: 'v', hostPath: { path: '/p' } }],
  [
    { name: 'v', nfs: { server: 's', path: '/' } },
    { name: 'w', hostPath: { path: '/p' } },
  ],
)

type DrawnContainer = SettingFields & { securityContext?: SettingFields }
type DrawnSpec = DrawnContainer & {
  containers: DrawnContainer[]
  initContainers?: DrawnContainer[]
}

/** Drops what rules of pods refuse at any level: some users, and the network of the host. */
function validSpec({ hostNetwork, hostPID, ...spec }: DrawnSpec): SettingFields {
  const hasOwnUsers = spec['hostUsers'] === false
  if (hasOwnUsers) return spec
  const all = [...spec.containers, ...(spec.initContainers ?? [])]
  for (const { securityContext: context } of all) if (context) delete context['procMount']
  if (hostNetwork && spec.securityContext) delete spec.securityContext['sysctls']
  return { ...spec, ...(hostNetwork && { hostNetwork }), ...(hostPID && { hostPID }) }
}

const podSpec = fc
  .record({
    containers: fc.tuple(container('a'), container('b')),
    initContainers: fc.option(fc.tuple(container('i')), { nil: undefined, freq: 1 }),
    volumes,
    hostUsers: sometimes(false, true),
    hostNetwork: fc.constantFrom(undefined, undefined, undefined, true),
    hostPID: fc.constantFrom(undefined, undefined, undefined, true),
    securityContext: rarely(
      fc.record({
        ...securityContext,
        sysctls: sometimes(
          [{ name: 'net.ipv4.tcp_rmem', value: '1' }],
          [
            { name: 'kernel.msgmax', value: '1' },
            { name: 'net.ipv4.tcp_fin_timeout', value: '1' },
          ],
        ),
      }),
    ),
  })
  .map(spec => validSpec(JSON.parse(JSON.stringify(spec)) as DrawnSpec))

const annotations = fc.constantFrom<SettingFields>(
  {},
  {},
  { 'seccomp.security.alpha.kubernetes.io/pod': 'unconfined' },
)

/** A profile in an annotation may not differ from that in the field. */
const drawn = fc
  .sample(fc.tuple(podSpec, annotations), { numRuns: 60, seed: 20 })
  .map(([spec, given]) => [spec, JSON.stringify(spec).includes('seccomp') ? {} : given] as const)

const templateOf = (spec: SettingFields): SettingFields => ({
  selector: { matchLabels: { a: 'b' } },
  template: { metadata: { labels: { a: 'b' } }, spec },
})

const restrictedContext = {
  allowPrivilegeEscalation: false,
  runAsNonRoot: true,
  capabilities: { drop: ['ALL'] },
  seccompProfile: { type: 'RuntimeDefault' },
}
const plain = { name: 'c', image: 'registry.example/i:1' }
const kept = '/api/v1/namespaces/security-kept'
const labels = (given: { readonly [label: string]: string }) => ({
  metadata: { labels: labelsOf(given) },
})

export const securitySteps: readonly SettingStep[] = [
  ...Object.entries(namespaces).map(([name, given]) =>
    postStep('/api/v1/namespaces', namedObject(name, {}, { labels: labelsOf(given) })),
  ),
  postStep(
    '/api/v1/namespaces',
    namedObject('security-bad', {}, { labels: labelsOf({ enforce: 'all', 'warn-version': '1' }) }),
  ),
  ...drawn.flatMap(([spec, given], index) =>
    Object.keys(namespaces).map(name =>
      postStep(
        `/api/v1/namespaces/${name}/pods?dryRun=All`,
        namedObject(`p${index}`, { spec }, { annotations: given }),
      ),
    ),
  ),
  ...drawn
    .slice(0, 15)
    .flatMap(([spec], index) =>
      ['security-warn', 'security-baseline'].map(name =>
        postStep(
          `/apis/apps/v1/namespaces/${name}/deployments?dryRun=All`,
          namedObject(`d${index}`, { spec: templateOf(spec) }),
        ),
      ),
    ),
  postStep('/api/v1/namespaces', namedObject('security-kept')),
  postStep(`${kept}/pods`, namedObject('a', { spec: { containers: [plain], hostNetwork: true } })),
  postStep(`${kept}/pods`, namedObject('b', { spec: { containers: [plain] } })),
  postStep(`${kept}/pods`, namedObject('c', { spec: { containers: [plain] } })),
  postStep(
    `${kept}/pods`,
    namedObject('d', { spec: { containers: [{ ...plain, securityContext: restrictedContext }] } }),
  ),
  mergePatchStep(kept, labels({ enforce: 'baseline' })),
  mergePatchStep(kept, labels({ enforce: 'restricted' })),
  mergePatchStep(kept, labels({ enforce: 'restricted', 'enforce-version': 'v1.20' })),
  mergePatchStep(kept, labels({ enforce: 'none' })),
  mergePatchStep(`${kept}/pods/b`, { metadata: { labels: { a: 'b' } } }),
  mergePatchStep(`${kept}/pods/b`, { spec: { containers: [{ ...plain, image: 'other' }] } }),
  postStep(`${kept}/pods`, {
    metadata: { generateName: 'generated-' },
    spec: { containers: [plain] },
  }),
  getStep(kept, 'metadata.labels'),
]
