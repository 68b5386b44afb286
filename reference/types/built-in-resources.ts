// Builds the resources of the built-in types from the recorded data and from the traits of single
// kinds.

import type { Dialect } from '../api/dialect.ts'
import { commonSelectorPaths } from '../selectors/field-selector.ts'
import { dns1123Subdomain } from '../api/name-rules.ts'
import { type ApiObject, isJsonObject } from '../api/object.ts'
import { apiVersionOf, type Resource, type View } from '../api/resource.ts'
import type { Schema } from '../api/schema.ts'
import { withDefaults } from './schemas/with-defaults.ts'
import { zeroObject } from './schemas/zero-values.ts'
import {
  builtInTypes,
  schemaOfBuiltIn,
  type BuiltInSubresource,
  type BuiltInType,
} from './schemas/built-in-types.ts'
import { allRules, qualifiedFinalizers, type ObjectRule } from './object-rule-builders.ts'
import { builtInValidator } from './rules/built-in-validator.ts'
import { reviewKinds } from '../api/access.ts'
import { versionConversionsOf } from './built-in-conversions.ts'
import { resetFieldsOf } from './reset-fields.ts'
import { scaleViewOf } from './scale-view.ts'
import { metadataFinalizers, typeTraitsOf } from './type-traits.ts'
import type { StatusCause } from '../api/status-causes.ts'
import type { VersionConversion } from './version-conversion.ts'
import type { TypeTraits } from './kind-traits.ts'

/**
 * Returns the built-in types with the scope, kind, group and schema that a genuine server has.
 * `further` are the traits of kinds that are declared elsewhere, such as CustomResourceDefinition.
 */
export function builtInResources(
  dialect: Dialect,
  further: { readonly [kind: string]: TypeTraits },
): Resource[] {
  const traits = { ...typeTraitsOf(dialect), ...further }
  const forms = versionConversionsOf(dialect)
  const rows = builtInTypes(dialect.apiDomain).filter(isServed)
  const kept = rows
    .filter(row => !forms[apiVersionOf(row)])
    .map(row => resource(row, traits[row.kind] ?? {}, dialect))
  return rows.map(row => {
    const own = kept.find(({ kind }) => kind === row.kind)
    if (!own) throw new Error(`${row.kind} is a form of a type that is not there`)
    const form = forms[apiVersionOf(row)]
    return form ? asVersionView(own, form(own), row, dialect) : own
  })
}

const isServed = (row: BuiltInType): boolean => isQuestion(row) || row.verbs.includes('watch')

/** Whether the kind is a review, such as TokenReview. Reviews are not stored. */
const isQuestion = ({ kind }: BuiltInType): boolean => questions.has(kind)
const questions: ReadonlySet<string> = new Set(reviewKinds)

function resource(row: BuiltInType, traits: TypeTraits, dialect: Dialect): Resource {
  const { group, version, kind, subresources = [] } = row
  const schema = builtInSchema(row, dialect)
  const { judgesForm = false, ...ofTraits } = traits
  const { rules = () => [], defaults: more, prepare = object => object, validateAsync } = ofTraits
  const filledIn = (object: ApiObject) => withDefaults(withStatus(object, schema()), schema())
  const defaults = (object: ApiObject) => (more ? more(filledIn(object)) : filledIn(object))
  const complete = (object: ApiObject, old: ApiObject | undefined) => prepare(defaults(object), old)
  // An object that was stored with fewer defaults is completed before it is compared.
  const ofKind: ObjectRule = (object, old) => rules(object, old && complete(old, old))
  const validate = judgesForm ? ofKind : allRules(builtInValidator(kind, schema, complete), ofKind)
  const hasStatus = subresources.some(({ name }) => name === 'status')
  const own: Resource = {
    group,
    version,
    resource: row.resource,
    kind,
    isNamespaced: row.isNamespaced,
    verbs: row.verbs,
    singular: row.singular,
    shortNames: row.shortNames ?? [],
    categories: row.categories ?? [],
    listKind: `${kind}List`,
    schema,
    isWritable: field => !(hasStatus && field === 'status') && !isFinalized(row, field),
    nameRule: dns1123Subdomain,
    selectablePaths: commonSelectorPaths,
    allowsUnconditionalUpdate: true,
    allowsCreateOnUpdate: false,
    deleteReturns: 'status',
    hasGeneration: false,
    finalizers: metadataFinalizers,
    gracePeriodSeconds: () => 0,
    onFirstDelete: object => object,
    subresources: {},
    ...(isQuestion(row) && { operation: 'review' as const }),
    ...ofTraits,
    resetFields: hasStatus ? ['status'] : [],
    defaults,
    zeroValue: () => zeroObject(schema()),
    prepare: complete,
    ...(validateAsync && {
      validateAsync: (
        object: ApiObject,
        old: ApiObject | undefined,
        found: readonly StatusCause[],
      ) => validateAsync(object, old && complete(old, old), found),
    }),
    rules: asksWhoseFinalizers(row, dialect) ? allRules(validate, qualifiedFinalizers) : validate,
  }
  return { ...own, subresources: { ...parts(own, subresources), ...views(own, row, dialect) } }
}

/** A CustomResourceDefinition is protected by a finalizer of the server whose name has no slash. */
const asksWhoseFinalizers = (
  { kind }: BuiltInType,
  { requiresQualifiedFinalizers }: Dialect,
): boolean => requiresQualifiedFinalizers && kind !== 'CustomResourceDefinition'

/** Returns a type that serves the objects of another type (`kept`) in another version. */
function asVersionView(
  kept: Resource,
  conversion: VersionConversion,
  row: BuiltInType,
  dialect: Dialect,
): Resource {
  const { group, version } = row
  const { selectablePaths = kept.selectablePaths, rules = () => [] } = conversion
  const apiVersion = apiVersionOf(row)
  const schema = builtInSchema(row, dialect)
  const show = (object: ApiObject) => ({ ...conversion.show(object), apiVersion })
  const take = (shown: ApiObject) => ({ ...conversion.take(shown), apiVersion: apiVersionOf(kept) })
  const viewOf = (part: Resource): Resource => ({
    ...part,
    group,
    version,
    schema,
    defaults: object => withDefaults(object, schema()),
    zeroValue: () => zeroObject(schema()),
    selectablePaths,
    toSelectableFields: show,
    view: {
      storedResource: { ...part, rules: allRules(part.rules, rules) },
      toView: show,
      fromView: take,
    },
  })
  const subresources = Object.entries(kept.subresources).map(([name, part]) => [name, viewOf(part)])
  return { ...viewOf(kept), subresources: Object.fromEntries(subresources) }
}

/** Adds the status of an object that has none: its numbers are 0 and its booleans false. */
function withStatus(object: ApiObject, { properties = {} }: Schema): ApiObject {
  if (object.status !== undefined || !isJsonObject(properties.status?.default)) return object
  const counts = Object.entries(properties.status?.properties ?? {})
    .map(([name, { default: zero }]) => [name, zero] as const)
    .filter(([, zero]) => typeof zero === 'number' || typeof zero === 'boolean')
  return { ...object, status: Object.fromEntries(counts) }
}

const operations: { readonly [subresource: string]: 'evict' | 'bind' | 'issue' | 'log' } = {
  eviction: 'evict',
  binding: 'bind',
  token: 'issue',
  log: 'log',
}

/**
 * Returns the subresources that show the object in another kind (Scale) or are operations on it.
 */
function views(own: Resource, row: BuiltInType, dialect: Dialect): Resource['subresources'] {
  const viewOf = ({
    group = own.group,
    version = own.version,
    kind,
    verbs,
  }: BuiltInSubresource) => {
    const schema = builtInSchema({ group, version, kind }, dialect)
    const { defaults: _defaults, resetFields: _resets, ...same } = own
    const zero = () => zeroObject(schema())
    return {
      ...same,
      group,
      version,
      kind,
      verbs,
      schema,
      zeroValue: zero,
      allowsCreateOnUpdate: false,
    }
  }
  const asked: View = { storedResource: own, toView: object => object, fromView: body => body }
  const found = (row.subresources ?? []).flatMap((part): [string, Resource][] => {
    const operation = operations[part.name]
    if (operation) return [[part.name, { ...viewOf(part), operation, view: asked }]]
    return part.kind === 'Scale' ? [[part.name, { ...viewOf(part), view: scaleViewOf(own) }]] : []
  })
  return Object.fromEntries(found)
}

// The one field that can be written through each subresource.
const writtenBy: { readonly [subresource: string]: string } = {
  status: 'status',
  approval: 'status',
  finalize: 'spec',
}

/** Whether the field is the `spec` of a namespace, which holds only its finalizers. */
const isFinalized = ({ subresources = [] }: BuiltInType, field: string): boolean =>
  field === 'spec' && subresources.some(({ name }) => name === 'finalize')

/** Returns the subresources that write one field of the object. */
function parts(own: Resource, rows: readonly BuiltInSubresource[]): Resource['subresources'] {
  return Object.fromEntries(
    rows
      .filter(({ name }) => Object.hasOwn(writtenBy, name))
      .map(({ name, verbs }) => [
        name,
        {
          ...own,
          verbs,
          isWritable: (field: string) => field === writtenBy[name],
          resetFields: resetFieldsOf(own.kind, name),
          hasGeneration: false,
          allowsCreateOnUpdate: false,
        },
      ]),
  )
}

type KindRow = Pick<BuiltInType, 'group' | 'version' | 'kind'>

/** Returns a function that looks up the schema of a type at its first call. */
function builtInSchema({ group, version, kind }: KindRow, { apiDomain }: Dialect): () => Schema {
  let found: Schema | undefined
  return () => {
    found ??= schemaOfBuiltIn(group, version, kind, apiDomain)
    if (!found) throw new Error(`the built-in schemas have no ${kind} of ${group}/${version}`)
    return found
  }
}
