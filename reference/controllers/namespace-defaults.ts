// Creates the default contents of namespaces as a genuine server does: the service account for pods
// that name none, and a ConfigMap with the root certificate of the server.

import type { Parts } from '../parts/parts.ts'
import { Refusal } from '../api/refusal.ts'
import { servedTypes } from '../parts/served-types.ts'
import { withControllerManagedFields } from '../parts/controller-managed-fields.ts'

type Content = {
  readonly kind: string
  readonly name: string
  readonly annotations?: { readonly [name: string]: string }
  readonly fields: object
}

const contentsOf = ({ listen }: Parts): Content[] => [
  { kind: 'ServiceAccount', name: 'default', fields: {} },
  {
    kind: 'ConfigMap',
    name: 'kube-root-ca.crt',
    annotations: { 'kubernetes.io/description': 'The certificate by which pods know the server.' },
    fields: { data: { 'ca.crt': listen.tls?.cert ?? '' } },
  },
]

/**
 * Creates the default contents of a namespace, if the dialect has any. Existing objects are not
 * changed.
 */
export async function createDefaultContents(namespace: string, parts: Parts): Promise<void> {
  if (!parts.dialect.namespaces.hasDefaultContents) return
  for (const { kind, name, annotations, fields } of contentsOf(parts)) {
    const resource = servedTypes(parts).find(row => row.group === '' && row.kind === kind)
    if (!resource) continue
    const place = { namespace, name }
    const metadata = { ...place, ...(annotations && { annotations }) }
    const said = { kind, apiVersion: resource.version, metadata, ...fields }
    const body = withControllerManagedFields(said, { resource }, parts)
    const propose = () =>
      parts.metadataRules.prepareForCreate(
        body,
        { ...place, uid: parts.ids.uid(), now: parts.clock.now() },
        resource,
      )
    const write = { ...place, operation: 'create', resource, isDryRun: false, propose } as const
    try {
      const outcome = await parts.verbs.performWrite(write, parts)
      await parts.namespaceLifecycle.recheckNamespace(outcome, resource, parts)
    } catch (error) {
      // The object exists, or the namespace is already being deleted.
      if (!(error instanceof Refusal && [403, 404, 409].includes(error.code))) throw error
    }
  }
}
