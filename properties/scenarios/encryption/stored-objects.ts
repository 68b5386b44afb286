// Builds requests to servers that share data and differ in the keys of encryption (suites/setups).

import type { RequestStep } from '../../dsl/scenario.ts'
import { type EncryptionSetup, encryptionSetups, onSetup } from '../../dsl/setup-names.ts'
import { caseName, rawRequest } from '../../dsl/steps.ts'
import type { Term } from '../../dsl/term.ts'

const namespace = caseName('stored')

type Group = 'core' | 'apps' | 'coordination'

const template = {
  metadata: { labels: { app: 'touchstone' } },
  spec: { containers: [{ name: 'main', image: 'registry.example/touchstone:1' }] },
}

/** The types of the objects, by kind; and what they need besides metadata. */
const types = {
  Secret: { group: 'core', resource: 'secrets', fields: {} },
  ConfigMap: { group: 'core', resource: 'configmaps', fields: {} },
  PodTemplate: { group: 'core', resource: 'podtemplates', fields: { template } },
  ControllerRevision: {
    group: 'apps',
    resource: 'controllerrevisions',
    fields: { revision: 1, data: { text: 'touchstone' } },
  },
  Deployment: {
    group: 'apps',
    resource: 'deployments',
    fields: { spec: { selector: { matchLabels: { app: 'touchstone' } }, template } },
  },
  Lease: { group: 'coordination', resource: 'leases', fields: {} },
} as const satisfies Record<string, { group: Group; resource: string; fields: Term }>

/** A type of the objects whose storage is examined. */
export type StoredKind = keyof typeof types

const named = (group: 'apps' | 'coordination'): Term =>
  group === 'apps' ? 'apps' : { $group: group }

const apiVersion = (group: Group): Term =>
  group === 'core' ? 'v1' : { $join: [named(group), '/v1'] }

const collection = (kind: StoredKind): Term => {
  const { group, resource } = types[kind]
  const root: Term[] = group === 'core' ? ['/api/v1'] : ['/apis/', named(group), '/v1']
  return { $join: [...root, '/namespaces/', namespace, `/${resource}`] }
}

/** An annotation with a word that only the object of this case has. */
export const wordAnnotation = 'touchstone.example/word'

/** The label of the request that creates an object of a kind. */
export const createdLabel = (kind: StoredKind): string => `create-${kind}`

/** The label of the request that reads the object of a kind from a server. */
export const readLabel = (kind: StoredKind, server: EncryptionSetup): string =>
  `read-${kind}-${server}`

/** Creates the namespace of the objects on the server without keys, which thereby starts first. */
const createNamespace: RequestStep = rawRequest('namespace', 'POST', '/api/v1/namespaces', {
  body: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
  alternate: onSetup(encryptionSetups.plain),
})

const create = (kind: StoredKind): RequestStep =>
  rawRequest(createdLabel(kind), 'POST', collection(kind), {
    body: {
      apiVersion: apiVersion(types[kind].group),
      kind,
      metadata: {
        name: caseName('object'),
        annotations: { [wordAnnotation]: caseName('word') },
      },
      ...types[kind].fields,
    },
    alternate: onSetup(encryptionSetups.encrypting),
  })

/** Reads the object of a kind. */
const read = (kind: StoredKind, server: EncryptionSetup): RequestStep =>
  rawRequest(
    readLabel(kind, server),
    'GET',
    { $join: [collection(kind), '/', caseName('object')] },
    { alternate: onSetup(encryptionSetups[server]) },
  )

/**
 * Creates an object of each kind and a lease, which no entry names, on the server that encrypts,
 * and reads each from that one and from the given servers.
 */
export const storedObjects = (
  kinds: readonly StoredKind[],
  servers: readonly EncryptionSetup[] = ['plain'],
): RequestStep[] => {
  const all: StoredKind[] = [...new Set<StoredKind>([...kinds, 'Lease'])]
  return [
    createNamespace,
    ...all.map(create),
    ...(['encrypting', ...servers] as const).flatMap(server => all.map(kind => read(kind, server))),
  ]
}
