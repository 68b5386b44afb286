// The served types: what a genuine server says of its own, and what sets some of them apart.

import type { Dialect } from '../api/dialect.ts'
import { commonPaths } from '../api/field-selector.ts'
import { dns1123Subdomain } from '../api/names.ts'
import type { ApiObject } from '../api/object.ts'
import type { Resource } from '../api/resource.ts'
import type { Schema } from '../api/schema.ts'
import { builtInTypes, schemaOf, type SubresourceRow, type TypeRow } from '../schemas/built-in.ts'
import { all, qualifiedFinalizers, requiredBy } from './type-rules.ts'
import { reviews } from '../auth/reviews.ts'
import { scaleOf } from './scale.ts'
import { metadataFinalizers, type Traits, traitsOf } from './type-traits.ts'

/** The built-in types: true in scope, kind, group and schema to the genuine ones. */
export function builtInResources(dialect: Dialect): Resource[] {
  const traits = traitsOf(dialect)
  return builtInTypes(dialect.apiDomain)
    .filter(row => (isStored(row) || isQuestion(row)) && !isLeftOut(row, dialect))
    .map(row => resource(row, traits[row.kind] ?? {}, dialect))
}

const isStored = ({ verbs }: TypeRow): boolean => verbs.includes('watch')

/** A type of questions, such as TokenReview, of which none is kept. */
const isQuestion = ({ kind }: TypeRow): boolean => Object.hasOwn(reviews, kind)

// Types that share their objects with another one under another form, and those that make types.
const isLeftOut = ({ group, version, resource }: TypeRow, { apiDomain }: Dialect): boolean =>
  group === `events.${apiDomain}` ||
  (group === 'autoscaling' && version === 'v1') ||
  resource === 'customresourcedefinitions'

function resource(row: TypeRow, traits: Traits, dialect: Dialect): Resource {
  const { group, version, kind, subresources = [] } = row
  const schema = () => builtInSchema(row, dialect)
  const { rules = requiredBy(schema) } = traits
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
    listKind: `${kind}List`,
    schema,
    writes: field => !(hasStatus && field === 'status') && !isFinalized(row, field),
    nameRule: dns1123Subdomain,
    selectablePaths: commonPaths,
    allowsUnconditionalUpdate: true,
    allowsCreateOnUpdate: false,
    deleteAnswers: 'status',
    hasGeneration: false,
    finalizers: metadataFinalizers,
    graceSeconds: () => 0,
    prepare: object => object,
    whenDeleted: object => object,
    subresources: {},
    ...(isQuestion(row) && { operation: 'review' as const }),
    ...traits,
    rules: dialect.qualifiesFinalizers ? all(rules, qualifiedFinalizers) : rules,
  }
  return { ...own, subresources: { ...parts(own, subresources), ...views(own, row, dialect) } }
}

const operations: { readonly [subresource: string]: 'evict' | 'bind' } = {
  eviction: 'evict',
  binding: 'bind',
}

/** Those subresources that are other forms of the object, or operations on it with a body. */
function views(own: Resource, row: TypeRow, dialect: Dialect): Resource['subresources'] {
  const form = ({ group = own.group, version = own.version, kind, verbs }: SubresourceRow) => {
    const schema = () => builtInSchema({ group, version, kind }, dialect)
    return { ...own, group, version, kind, verbs, schema, allowsCreateOnUpdate: false }
  }
  const asked = { of: own, show: (object: ApiObject) => object, take: (body: ApiObject) => body }
  const found = (row.subresources ?? []).flatMap((part): [string, Resource][] => {
    const operation = operations[part.name]
    if (operation) return [[part.name, { ...form(part), operation, view: asked }]]
    return part.kind === 'Scale' ? [[part.name, { ...form(part), view: scaleOf(own) }]] : []
  })
  return Object.fromEntries(found)
}

// The fields that subresources write alone: what a controller has seen, and who cleans up.
const writtenBy: { readonly [subresource: string]: string } = { status: 'status', finalize: 'spec' }

/** `spec` of a namespace holds its finalizers and nothing else. */
const isFinalized = ({ subresources = [] }: TypeRow, field: string): boolean =>
  field === 'spec' && subresources.some(({ name }) => name === 'finalize')

/** Those subresources that are parts of the object itself. */
function parts(own: Resource, rows: readonly SubresourceRow[]): Resource['subresources'] {
  return Object.fromEntries(
    rows
      .filter(({ name }) => Object.hasOwn(writtenBy, name))
      .map(({ name, verbs }) => [
        name,
        {
          ...own,
          verbs,
          writes: (field: string) => field === writtenBy[name],
          hasGeneration: false,
          allowsCreateOnUpdate: false,
        },
      ]),
  )
}

type KindRow = Pick<TypeRow, 'group' | 'version' | 'kind'>

function builtInSchema({ group, version, kind }: KindRow, { apiDomain }: Dialect): Schema {
  const schema = schemaOf(group, version, kind, apiDomain)
  if (!schema) throw new Error(`the built-in schemas have no ${kind} of ${group}/${version}`)
  return schema
}
