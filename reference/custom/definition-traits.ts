// What sets the type of definitions apart from other types.

import type { Dialect } from '../api/dialect.ts'
import { dns1123Subdomain } from '../api/names.ts'
import { type ApiObject, objectIn, objectsIn } from '../api/object.ts'
import type { Resource } from '../api/resource.ts'
import { formatAdvice } from './advice.ts'
import { terminating, withCondition } from './conditions.ts'
import { definitionCauses } from './definition-rules.ts'
import { cleanupFinalizer } from './definition-writes.ts'

type Traits = Pick<
  Resource,
  | 'hasGeneration'
  | 'allowsUnconditionalUpdate'
  | 'nameRule'
  | 'prepare'
  | 'rules'
  | 'whenDeleted'
  | 'advises'
>

export const definitionTraits = ({ apiDomain }: Dialect): Traits => ({
  hasGeneration: true,
  allowsUnconditionalUpdate: false,
  nameRule: dns1123Subdomain,
  prepare: withStored,
  rules: definitionCauses,
  advises: formatAdvice,
  whenDeleted: object => marked(object, cleanupFinalizer(apiDomain)),
})

/** What a definition leaves to the server, and the version that its objects are kept in. */
function withStored(object: ApiObject, old: ApiObject | undefined): ApiObject {
  const spec = objectIn(object.spec)
  const names = objectIn(spec.names)
  const kind = typeof names.kind === 'string' ? names.kind : ''
  const status = objectIn(old === undefined ? undefined : object.status)
  const stored = Array.isArray(status.storedVersions) ? status.storedVersions : []
  const storage = objectsIn(spec.versions).find(version => version.storage === true)?.name
  const isNew = storage !== undefined && !stored.includes(storage)
  return {
    ...object,
    spec: {
      ...spec,
      names: {
        ...names,
        singular: names.singular || kind.toLowerCase(),
        listKind: names.listKind || (kind === '' ? '' : `${kind}List`),
      },
      conversion: spec.conversion ?? { strategy: 'None' },
    },
    status: {
      ...(old === undefined ? fresh : status),
      storedVersions: isNew ? [...stored, storage] : stored,
    },
  }
}

const fresh = { conditions: null, acceptedNames: { plural: '', kind: '' } }

/** It stays until its objects are gone, and takes no new ones. */
function marked(object: ApiObject, finalizer: string): ApiObject {
  const { finalizers = [], deletionTimestamp = '' } = object.metadata
  const waiting = finalizers.includes(finalizer) ? finalizers : [...finalizers, finalizer]
  const next = { ...object, metadata: { ...object.metadata, finalizers: waiting } }
  return withCondition(next, pending, Date.parse(deletionTimestamp))
}

const pending = terminating(
  'InstanceDeletionPending',
  'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
)
