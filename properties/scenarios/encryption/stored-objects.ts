// Builds requests to servers that share data and differ in the keys of encryption (suites/setups).

import type { RequestStep } from '../../dsl/scenario.ts'
import { type EncryptionSetup, encryptionSetups, onSetup } from '../../dsl/setup-names.ts'
import { kmsSetups } from '../../dsl/kms-steps.ts'
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
  Endpoints: { group: 'core', resource: 'endpoints', fields: {} },
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

/** The path of the collection of a kind, in the namespace of the case. */
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

/** What encrypts the objects: keys, or KMS plug-ins. */
export type EncryptedBy = 'keys' | 'plugins'

const setupOf = (by: EncryptedBy, server: EncryptionSetup): string =>
  onSetup(by === 'plugins' && server !== 'oneKey' ? kmsSetups[server] : encryptionSetups[server])

/** Creates the namespace of the objects on the server without keys, which thereby starts first. */
export const createNamespace = (by: EncryptedBy): RequestStep =>
  rawRequest('namespace', 'POST', '/api/v1/namespaces', {
    body: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
    server: setupOf(by, 'plain'),
  })

/** Creates an object of a kind on the server that encrypts. */
export const createStored = (
  kind: StoredKind,
  by: EncryptedBy,
  { as = createdLabel(kind), name = 'object' }: { as?: string; name?: string } = {},
): RequestStep =>
  rawRequest(as, 'POST', collection(kind), {
    body: {
      apiVersion: apiVersion(types[kind].group),
      kind,
      metadata: {
        name: caseName(name),
        annotations: { [wordAnnotation]: caseName('word') },
      },
      ...types[kind].fields,
    },
    server: setupOf(by, 'encrypting'),
  })

/** The path of the object of a kind. */
export const storedObjectPath = (kind: StoredKind): Term => ({
  $join: [collection(kind), '/', caseName('object')],
})

/** Sends a request about the object of a kind to a server. */
export const requestStored = (
  as: string,
  {
    method = 'GET',
    kind,
    server,
    by,
    body,
  }: {
    method?: 'GET' | 'DELETE'
    kind: StoredKind
    server: EncryptionSetup
    by: EncryptedBy
    body?: Term
  },
): RequestStep =>
  rawRequest(as, method, storedObjectPath(kind), {
    server: setupOf(by, server),
    ...(body !== undefined && { body }),
  })

/**
 * Creates an object of each kind and a lease, which no entry names, on the server that encrypts,
 * and reads each from that one and from the given servers.
 */
export const storedObjects = (
  kinds: readonly StoredKind[],
  servers: readonly EncryptionSetup[] = ['plain'],
  by: EncryptedBy = 'keys',
): RequestStep[] => {
  const all: StoredKind[] = [...new Set<StoredKind>([...kinds, 'Lease'])]
  return [
    createNamespace(by),
    ...all.map(kind => createStored(kind, by)),
    ...(['encrypting', ...servers] as const).flatMap(server =>
      all.map(kind => requestStored(readLabel(kind, server), { kind, server, by })),
    ),
  ]
}
