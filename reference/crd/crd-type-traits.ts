// Traits of the type CustomResourceDefinition.

import type { Dialect } from '../api/dialect.ts'
import { dns1123Subdomain } from '../api/name-rules.ts'
import {
  type ApiObject,
  isJsonObject,
  type JsonObject,
  objectIn,
  objectsIn,
} from '../api/object.ts'
import type { Resource } from '../api/resource.ts'
import { builtInResources } from '../types/built-in-resources.ts'
import type { TypeTraits } from '../types/kind-traits.ts'
import { unknownFormatWarnings } from './crd-warnings.ts'
import { approvalCauses } from './group-approval.ts'
import { terminatingCondition, withCondition } from './definition-conditions.ts'
import { definitionCauses } from './definition-rules.ts'
import { cleanupFinalizer } from './definition-lifecycle.ts'
import { runWithYields, computeBudget } from './compute-budget.ts'

/** Returns the built-in types, including the type of definitions. */
export const builtInTypesAndDefinitions = (dialect: Dialect): Resource[] =>
  builtInResources(dialect, { CustomResourceDefinition: crdTypeTraits(dialect) })

const crdTypeTraits = ({ apiDomain, approval }: Dialect): TypeTraits => ({
  judgesForm: true,
  hasGeneration: true,
  allowsUnconditionalUpdate: false,
  nameRule: dns1123Subdomain,
  defaults: withNamesFilled,
  prepare: withStored,
  async validateAsync(object, old) {
    const causes = await runWithYields(
      definitionCauses(object, old, computeBudget(Infinity, turnMs)),
    )
    return approval ? [...causes, ...approvalCauses(object, old, approval)] : causes
  },
  warningsFor: unknownFormatWarnings,
  onFirstDelete: ({ metadata: { deletionTimestamp = '' } }, before) =>
    marked(before, deletionTimestamp, cleanupFinalizer(apiDomain)),
})

const turnMs = 4

/** Fills in the names that a definition may omit. The creator owns them, too (APPLY-008). */
function withNamesFilled(object: ApiObject): ApiObject {
  const spec = objectIn(object.spec)
  const names = objectIn(spec.names)
  const kind = typeof names.kind === 'string' ? names.kind : ''
  return {
    ...object,
    spec: {
      ...spec,
      names: {
        ...names,
        singular: names.singular || kind.toLowerCase(),
        listKind: names.listKind || (kind === '' ? '' : `${kind}List`),
      },
      conversion: withPort(objectIn(spec.conversion ?? { strategy: 'None' })),
    },
  }
}

/** Sets the default port of the service of a conversion webhook. */
function withPort(conversion: JsonObject): JsonObject {
  const { webhook } = conversion
  const { clientConfig } = objectIn(webhook)
  const { service } = objectIn(clientConfig)
  if (!isJsonObject(service) || service.port !== undefined) return conversion
  const client = { ...objectIn(clientConfig), service: { ...service, port: 443 } }
  return { ...conversion, webhook: { ...objectIn(webhook), clientConfig: client } }
}

/** Sets the initial status and `storedVersions`, which only the server changes. */
function withStored(object: ApiObject, old: ApiObject | undefined): ApiObject {
  const status = objectIn(old === undefined ? undefined : object.status)
  const stored = Array.isArray(status.storedVersions) ? status.storedVersions : []
  const versions = objectsIn(objectIn(object.spec).versions)
  const storage = versions.find(version => version.storage === true)?.name
  const isNew = storage !== undefined && !stored.includes(storage)
  return {
    ...object,
    status: {
      ...(old === undefined ? fresh : status),
      storedVersions: isNew ? [...stored, storage] : stored,
    },
  }
}

const fresh = { conditions: null, acceptedNames: { plural: '', kind: '' } }

/**
 * Marks a definition as being deleted. It stays until its objects are gone and accepts no new ones.
 * Unlike other types, it does not increment the generation and has no grace period, whatever the
 * request asks for.
 */
function marked(object: ApiObject, deletionTimestamp: string, finalizer: string): ApiObject {
  const { finalizers = [] } = object.metadata
  const waiting = finalizers.includes(finalizer) ? finalizers : [...finalizers, finalizer]
  const metadata = { ...object.metadata, deletionTimestamp, finalizers: waiting }
  return withCondition({ ...object, metadata }, pending, Date.parse(deletionTimestamp))
}

const pending = terminatingCondition(
  'InstanceDeletionPending',
  'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
)
