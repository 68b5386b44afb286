import type { ResponseFormat, Negotiation, IncomingRequest } from '../api/request.ts'
import type { Dialect } from '../api/dialect.ts'
import type { Parts, Endpoint } from '../parts/parts.ts'
import { apiVersionOf, type Resource } from '../api/resource.ts'
import type { Refusal } from '../api/refusal.ts'
import { badRequest, noRepresentation, notAcceptable, unsupportedMediaType } from '../api/status.ts'
import type { Codec } from '../codecs/codec.ts'
import { type AcceptClause, acceptClausesOf, acceptsMediaType } from './accept-header.ts'
import type { TypeMeta } from '../api/object.ts'

type NegotiationParts = Pick<Parts, 'codecs' | 'patchTypes' | 'applyMediaTypes'> & {
  dialect: Pick<Dialect, 'apiDomain' | 'wording'>
}

/**
 * Returns the response format and the body media type, before the body is read.
 * @throws 400, 406, 415 (ERR-022)
 */
export function negotiate(
  http: IncomingRequest,
  endpoint: Endpoint,
  parts: NegotiationParts,
): Negotiation {
  const [standard = ''] = Object.keys(parts.codecs)
  if (endpoint.returns === 'text') return { answer: whole('text/plain', http), body: standard }
  const answer = acceptedFormat(http, endpoint, parts)
  if (endpoint.accepts === 'nothing') return { answer, body: standard }
  const given = mediaTypeOf(http.headers['content-type'] ?? '')
  // A patch has no default media type (PTCH-023).
  const [bodies, unsaid] =
    endpoint.accepts === 'patch'
      ? [patchesOf(endpoint, parts), '']
      : [served(typeTaken(endpoint), parts), standard]
  const body = given || unsaid
  if (!bodies.includes(body)) throw unsupportedMediaType(namedIn415(bodies, endpoint, parts))
  return { answer, body }
}

/**
 * The media types in a 415 message. A genuine server always includes Protobuf, whatever the type.
 */
const namedIn415 = (bodies: readonly string[], { accepts }: Endpoint, parts: NegotiationParts) =>
  accepts === 'patch' || parts.dialect.wording === 'own' ? bodies : Object.keys(parts.codecs)

function patchesOf(
  { resource }: Endpoint,
  { patchTypes, applyMediaTypes }: NegotiationParts,
): string[] {
  const { acceptsPatch = () => true } = resource ?? {}
  return [...Object.keys(patchTypes), ...Object.keys(applyMediaTypes)].filter(acceptsPatch)
}

/**
 * Returns the format of a refusal: as accepted by the client if possible, otherwise the default.
 */
export function statusFormatFor(
  http: IncomingRequest,
  { codecs }: Pick<Parts, 'codecs'>,
): ResponseFormat {
  const types = served({ kind: 'Status', apiVersion: 'v1' }, { codecs })
  const clauses = acceptClausesOf(http.headers.accept)
  const clause = clauses.find(one => types.some(type => acceptsMediaType(one, type)))
  const type = types.find(one => clause && acceptsMediaType(clause, one)) ?? types[0] ?? ''
  return whole(type, http, clause)
}

/**
 * Returns the form of the first clause that can be satisfied. Clauses with a media type, a
 * conversion or a version that the type does not have are skipped (ENC-006, TABLE-011, TABLE-012).
 */
function acceptedFormat(
  http: IncomingRequest,
  endpoint: Endpoint,
  parts: NegotiationParts,
): ResponseFormat {
  const types = Object.keys(parts.codecs)
  for (const clause of acceptClausesOf(http.headers.accept)) {
    for (const type of types) {
      if (!acceptsMediaType(clause, type)) continue
      const form = formOf(clause, whole(type, http, clause), endpoint, parts)
      if (form === undefined) continue
      return form.as === 'Table' ? withObjects(form, http) : form
    }
  }
  throw unacceptable(http, endpoint, parts)
}

/**
 * Returns the 406 refusal. A genuine server words it differently for a media type that no built-in
 * type has than for a form that this type lacks, and includes Protobuf for all types.
 */
function unacceptable(http: IncomingRequest, endpoint: Endpoint, parts: NegotiationParts): Refusal {
  const types = Object.keys(parts.codecs)
  const { resource } = endpoint
  if (parts.dialect.wording === 'own' || !resource)
    return notAcceptable(types.filter(type => isOffered(type, typeOf(endpoint), endpoint, parts)))
  const isKnown = acceptClausesOf(http.headers.accept).some(one =>
    types.some(type => acceptsMediaType(one, type)),
  )
  if (isKnown || resource.definitionUid !== undefined) return notAcceptable(types)
  const streams = types
    .filter(type => parts.codecs[type]?.stream)
    .map(type => `${type};stream=watch`)
  const ofLists = ['list', 'watch'].includes(endpoint.returns) && endpoint.accepts === 'nothing'
  return noRepresentation([...types, ...(ofLists ? streams : [])])
}

/** Applies the parameters of a clause to a format; undefined if they cannot be satisfied. */
function formOf(
  { parameters }: AcceptClause,
  form: ResponseFormat,
  endpoint: Endpoint,
  parts: NegotiationParts,
): ResponseFormat | undefined {
  const as = parameters.get('as')
  if (as === undefined) {
    return isOffered(form.mediaType, typeOf(endpoint), endpoint, parts) ? form : undefined
  }
  const other = endpoint.document?.convertedType?.(parts.dialect.apiDomain)
  if (other && isNamed(other, parameters)) {
    return isOffered(form.mediaType, other, endpoint, parts)
      ? { ...form, as: 'APIGroupDiscoveryList' }
      : undefined
  }
  const version = metaVersion(parameters.get('v'))
  const isMeta = parameters.get('g') === `meta.${parts.dialect.apiDomain}`
  const shape = shapeNamed(as, endpoint)
  if (!isMeta || version === undefined || shape === undefined) return undefined
  const type = { kind: as, apiVersion: `meta.${parts.dialect.apiDomain}/${version}` }
  if (!isOffered(form.mediaType, type, endpoint, parts)) return undefined
  return { ...form, as: shape, version }
}

const isNamed = ({ kind, apiVersion }: TypeMeta, parameters: AcceptClause['parameters']): boolean =>
  parameters.get('as') === kind && `${parameters.get('g')}/${parameters.get('v')}` === apiVersion

const metaVersion = (text: string | undefined): ResponseFormat['version'] | undefined =>
  text === 'v1' || text === 'v1beta1' ? text : undefined

/** Returns the conversion with a name, if the objects of an endpoint have it. */
function shapeNamed(
  name: string,
  { returns, resource }: Endpoint,
): ResponseFormat['as'] | undefined {
  // Reviews and other operations have responses, but are not objects that can be listed.
  if (resource === undefined || resource.operation !== undefined) return undefined
  if (name === 'Table') return 'Table'
  const partial = returns === 'list' ? 'PartialObjectMetadataList' : 'PartialObjectMetadata'
  return name === partial ? 'PartialObjectMetadata' : undefined
}

/** @throws 400 */
function withObjects(form: ResponseFormat, { query }: IncomingRequest): ResponseFormat {
  const text = query.get('includeObject') ?? ''
  if (text === '') return form
  if (text === 'None' || text === 'Metadata' || text === 'Object') {
    return { ...form, includeObject: text }
  }
  throw badRequest(
    'Unable to convert to Table as requested: includeObject: Invalid value: ' +
      `${JSON.stringify(text)}: must be 'Metadata', 'Object', 'None', or empty`,
  )
}

const whole = (
  mediaType: string,
  http: IncomingRequest,
  clause?: AcceptClause,
): ResponseFormat => ({
  mediaType,
  as: 'itself',
  version: 'v1',
  includeObject: 'Metadata',
  isPretty: isPretty(http, clause),
})

/** The User-Agent prefixes of interactive tools, which get indented JSON (ENC-040). */
const forPeople = /^(curl|Wget|Mozilla\/5\.0)/

function isPretty({ query, headers }: IncomingRequest, clause?: AcceptClause): boolean {
  const asked = query.get('pretty') ?? clause?.parameters.get('pretty')
  if (asked !== undefined) return /^(1|t|true|)$/i.test(asked)
  return forPeople.test(headers['user-agent'] ?? '')
}

/** Whether a media type can encode documents of a type on this endpoint. */
function isOffered(
  mediaType: string,
  type: TypeMeta | undefined,
  { returns }: Endpoint,
  { codecs }: Pick<Parts, 'codecs'>,
): boolean {
  const codec = codecs[mediaType]
  if (!codec || (returns === 'watch' && !codec.stream)) return false
  return canWrite(codec, type)
}

/**
 * Whether a codec can encode a type. A codec with `serves` cannot encode documents without a type.
 */
const canWrite = ({ serves }: Codec, type: TypeMeta | undefined): boolean =>
  serves === undefined || (type !== undefined && serves(type))

const served = (type: TypeMeta | undefined, { codecs }: Pick<Parts, 'codecs'>): string[] =>
  Object.entries(codecs).flatMap(([name, codec]) => (canWrite(codec, type) ? [name] : []))

const typeOf = ({ resource, document }: Endpoint): TypeMeta | undefined =>
  resource ? typeMetaOf(resource) : document?.documentType

const typeMetaOf = (resource: Resource): TypeMeta => ({
  kind: resource.kind,
  apiVersion: apiVersionOf(resource),
})

const typeTaken = (endpoint: Endpoint): TypeMeta | undefined =>
  endpoint.accepts === 'options' ? { kind: 'DeleteOptions', apiVersion: 'v1' } : typeOf(endpoint)

/** The media type in a Content-Type, without parameters such as a charset. */
const mediaTypeOf = (header: string): string => (header.split(';')[0] ?? '').trim().toLowerCase()
