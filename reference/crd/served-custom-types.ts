// Builds the served types of a definition: one for each served version.

import type { Dialect } from '../api/dialect.ts'
import { commonSelectorPaths, unsupportedFieldLabel } from '../selectors/field-selector.ts'
import { dns1123Subdomain } from '../api/name-rules.ts'
import type { ApiObject } from '../api/object.ts'
import { apiVersionOf, type Resource } from '../api/resource.ts'
import type { Schema } from '../api/schema.ts'
import { schemaOfBuiltIn } from '../types/schemas/built-in-types.ts'
import { finalizerWarnings } from './crd-warnings.ts'
import { columnsOfVersion } from './printer-columns.ts'
import type {
  CustomTypeDefinition,
  ScalePaths,
  DefinitionVersion,
} from './custom-type-definition.ts'
import { withCustomDefaults, withCustomDefaultsOrRefuse } from './custom-defaults.ts'
import type { SchemaNode } from './schema-node.ts'
import { readCustom } from './read-custom.ts'
import { storageConversion, type StorageConversion } from './storage-conversion.ts'
import { conversionWebhook, type RetirableWebhook } from './conversion/conversion-webhook.ts'
import { customObjectValidator } from './custom-object-validator.ts'
import { customScale } from './scale-custom.ts'
import { schemaOfNode } from './schema-of-node.ts'

/** The types of a definition. */
export type TypesOfDefinition = {
  /** The type in which objects are stored. It is one of the served types unless none is served. */
  readonly kept: Resource
  /** In the order of the versions. All but the stored type are views of it. */
  readonly served: readonly Resource[]
  /** Absent unless a webhook converts between the versions. */
  readonly webhook: RetirableWebhook | undefined
}

/** Returns the types of a valid definition. */
export function customTypesOf(
  definition: CustomTypeDefinition,
  dialect: Dialect,
): TypesOfDefinition {
  const { versions } = definition
  const served = versions.filter(({ isServed }) => isServed)
  const storage = versions.find(({ isStorage }) => isStorage)
  const keptVersion = served.find(one => one === storage) ?? served[0] ?? storage
  if (!keptVersion || !storage) throw new Error(`${definition.name} has no version to be kept in`)
  // Objects of a single version are never converted.
  const by =
    definition.webhook && versions.length > 1 ? conversionWebhook(definition.webhook) : undefined
  const stored = storageConversion(definition, storage, by?.webhook)
  const type = versionType(keptVersion, definition, dialect)
  const own = {
    ...type,
    storageVersion: stored.keeps,
    ...stored.shownIn(keptVersion),
  }
  const kept = withSubresources(own, keptVersion, dialect, object => object)
  return {
    kept,
    served: served.map(version =>
      version === keptVersion
        ? kept
        : asView({ ...kept, ...stored.shownIn(version) }, version, {
            definition,
            dialect,
            stored,
          }),
    ),
    webhook: by,
  }
}

// Strategic merge patches need merge keys, which only built-in types have.
const strategic = 'application/strategic-merge-patch+json'

const verbs = ['delete', 'deletecollection', 'get', 'list', 'patch', 'create', 'update', 'watch']

function versionType(
  version: DefinitionVersion,
  definition: CustomTypeDefinition,
  dialect: Dialect,
): Resource {
  const { uid, group, names, accepted, isNamespaced, isTerminating } = definition
  const { node, published, hasStatus, selectable, warning } = version
  const type = { group, version: version.name, kind: names.kind }
  const metadata = metadataSchema(dialect)
  return {
    ...type,
    definitionUid: uid,
    resource: names.plural,
    singular: accepted.singular,
    listKind: accepted.listKind,
    shortNames: accepted.shortNames,
    categories: accepted.categories,
    isNamespaced,
    verbs,
    nameRule: dns1123Subdomain,
    schema: () => schemaOfNode(node, metadata),
    openAPIV3Schema: published,
    decodeDocument: value =>
      readCustom(value, { type, node, metadata, namesType: dialect.customObjectsCarryType }),
    listItemsCarryType: dialect.customObjectsCarryType,
    warningsFor: (object, old) => finalizerWarnings(object, old),
    columns: columnsOfVersion(version.columns),
    acceptsPatch: mediaType => mediaType !== strategic,
    selectablePaths: [...commonSelectorPaths, ...selectable],
    unselectableMessage: unsupportedFieldLabel,
    allowsUnconditionalUpdate: false,
    allowsCreateOnUpdate: false,
    deleteReturns: 'status',
    hasGeneration: true,
    isWritable: field => !(hasStatus && field === 'status'),
    subresources: {},
    finalizers: ({ metadata: { finalizers = [] } }) => finalizers,
    gracePeriodSeconds: () => 0,
    onFirstDelete: object => object,
    defaults: object => withCustomDefaultsOrRefuse(object, node),
    resetFields: hasStatus ? ['status'] : [],
    prepare: object => withCustomDefaults(object, node),
    rules: () => [],
    validateAsync: customObjectValidator(version, 'all'),
    ...(warning !== undefined && { deprecationWarning: warning }),
    ...(isTerminating && {
      createRefusalReason: 'create not allowed while custom resource definition is terminating',
    }),
  }
}

function metadataSchema({ apiDomain }: Dialect): Schema {
  const schema = schemaOfBuiltIn('', 'v1', 'ConfigMap', apiDomain)?.properties?.metadata
  if (!schema) throw new Error('the built-in schemas have no metadata')
  return schema
}

type Viewing = {
  readonly definition: CustomTypeDefinition
  readonly dialect: Dialect
  readonly stored: StorageConversion
}

/**
 * Returns the type of another version. Its objects are validated by its rules and stored in the
 * storage version.
 */
function asView(
  kept: Resource,
  version: DefinitionVersion,
  { definition, dialect, stored }: Viewing,
): Resource {
  const own = versionType(version, definition, dialect)
  const apiVersion = apiVersionOf(own)
  const show = (object: ApiObject) => stored.convert(object, version)
  const take = (shown: ApiObject) => ({ ...shown, apiVersion })
  const { isWritable, prepare, validateAsync } = own
  const of = {
    ...kept,
    isWritable,
    prepare,
    ...(validateAsync && { validateAsync }),
    subresources: {},
  }
  const viewOf = (part: Resource): Resource => {
    if (part.view) return part
    const inVersions: Resource = {
      ...part,
      validateAsync: async (object, old, found) =>
        (await part.validateAsync?.(show(object), old && show(old), found)) ?? [],
    }
    return {
      ...own,
      verbs: part.verbs,
      isWritable: part.isWritable,
      resetFields: part.resetFields ?? [],
      hasGeneration: part.hasGeneration,
      toSelectableFields: show,
      view: { storedResource: inVersions, toView: show, fromView: take },
    }
  }
  const { subresources } = withSubresources(of, version, dialect, show)
  const parts = Object.entries(subresources).map(([name, part]) => [name, viewOf(part)])
  return { ...viewOf(of), subresources: Object.fromEntries(parts) }
}

const partVerbs = ['get', 'patch', 'update']

/**
 * Adds the subresources of a version to a type. `toVersion` converts a stored object to the
 * version.
 */
function withSubresources(
  own: Resource,
  version: DefinitionVersion,
  dialect: Dialect,
  toVersion: (object: ApiObject) => ApiObject,
): Resource {
  const { hasStatus, scale, node } = version
  const apiVersion = `${own.group}/${version.name}`
  const status: Resource = {
    ...own,
    verbs: partVerbs,
    isWritable: field => field === 'status',
    resetFields: ['metadata', 'spec'],
    hasGeneration: false,
    warningsFor: () => [],
    prepare: (object, old) => withStatusOf(object, old ?? object, node),
    validateAsync: customObjectValidator(version, 'status'),
  }
  return {
    ...own,
    subresources: {
      ...(hasStatus && { status }),
      ...(scale && { scale: scaleType(own, scale, dialect, { apiVersion, toVersion }) }),
    },
  }
}

/** Changes only the status and the managed fields. */
function withStatusOf(object: ApiObject, old: ApiObject, node: SchemaNode): ApiObject {
  const { status } = withCustomDefaults(object, node)
  const { managedFields } = object.metadata
  const { status: _before, ...rest } = old
  return {
    ...rest,
    metadata: { ...old.metadata, ...(managedFields !== undefined && { managedFields }) },
    ...(status !== undefined && { status }),
  }
}

function scaleType(
  own: Resource,
  paths: ScalePaths,
  { apiDomain }: Dialect,
  { apiVersion, toVersion }: { apiVersion: string; toVersion: (object: ApiObject) => ApiObject },
): Resource {
  const schema = schemaOfBuiltIn('autoscaling', 'v1', 'Scale', apiDomain)
  if (!schema) throw new Error('the built-in schemas have no Scale')
  const {
    decodeDocument: _reads,
    columns: _columns,
    toServedVersion: _mend,
    storageVersion: _keeps,
    conversion: _conversion,
    ...rest
  } = own
  return {
    ...rest,
    group: 'autoscaling',
    version: 'v1',
    kind: 'Scale',
    verbs: partVerbs,
    schema: () => schema,
    allowsUnconditionalUpdate: true,
    view: customScale(own, { apiVersion, paths, toVersion }),
  }
}
