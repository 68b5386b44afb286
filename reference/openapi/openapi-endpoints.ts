import type { Reply } from '../api/request.ts'
import type { ApiCall, NonResourceEndpoint } from '../parts/parts.ts'
import { methodNotAllowed } from '../api/status.ts'
import { answerIfNoneMatch } from '../discovery/if-none-match.ts'
import { acceptClausesOf, acceptsMediaType } from '../pipeline/accept-header.ts'
import { openApiDocumentsOf, wholeDocumentNames } from './documents.ts'

/**
 * The OpenAPI endpoints, for clients that validate, merge and explain objects (PATH-039). They
 * negotiate their own media types, so they are declared as text, which skips the common
 * negotiation.
 */
export const openApiEndpoints: readonly NonResourceEndpoint[] = [
  {
    serves: path => path === '/openapi/v3',
    returns: 'text',
    handle: async call => readOnly(call) ?? index(call),
  },
  {
    serves: (path, parts) => isOfVersion.test(path) && openApiDocumentsOf(parts).has(nameIn(path)),
    returns: 'text',
    handle: async call => readOnly(call) ?? v3(call),
  },
  {
    serves: path => path === '/openapi/v2',
    returns: 'text',
    handle: async call => readOnly(call) ?? v2(call),
  },
]

const prefix = '/openapi/v3/'

const isOfVersion = /^\/openapi\/v3\/apis?\//

const nameIn = (path: string): string => path.slice(prefix.length)

/** Refuses methods other than GET, in dialects that check the method here. @throws 405 */
function readOnly({ info, parts }: ApiCall): undefined {
  if (info.verb !== 'get' && !parts.dialect.servesDocumentsByAnyMethod) throw methodNotAllowed()
}

/**
 * Lists the URL of each document. The URL contains the hash of the document, so clients may cache
 * it forever.
 */
async function index({ parts }: ApiCall): Promise<Reply> {
  const documents = openApiDocumentsOf(parts)
  const paths: { [name: string]: { serverRelativeURL: string } } = {}
  for (const name of documents.versions()) {
    // It may have been removed while the others were built.
    if (!documents.has(name)) continue
    const hash = await documents.hash(name)
    paths[name] = { serverRelativeURL: addressOf(name, hash) }
  }
  const body = Buffer.from(JSON.stringify({ paths }))
  return { status: 200, headers: { 'Content-Type': 'application/json' }, body }
}

const addressOf = (name: string, hash: string): string => `${prefix}${name}?hash=${hash}`

async function v3({ http, info, parts }: ApiCall): Promise<Reply> {
  if (!typeTaken(http.headers.accept, ['application/json'])) return notAcceptable
  const documents = openApiDocumentsOf(parts)
  const name = nameIn(info.path)
  const hash = await documents.hash(name)
  const headers = { 'Content-Type': 'application/json', ETag: `"${hash}"`, Vary: 'Accept' }
  const asked = http.query.get('hash') ?? ''
  if (asked !== '' && asked !== hash) {
    const moved = { ...headers, Location: addressOf(name, hash) }
    return { status: 301, headers: moved, body: nothing }
  }
  const lasting = asked === '' ? {} : forGood(parts.clock.now())
  return unlessKept(name, { ...headers, ...lasting }, { http, parts })
}

/** Returns a document, or 304 without building it if the client has it. */
async function unlessKept(
  name: string,
  headers: Reply['headers'],
  { http, parts }: Pick<ApiCall, 'http' | 'parts'>,
): Promise<Reply> {
  const empty = { status: 200, headers, body: nothing }
  const known = answerIfNoneMatch(empty, http)
  return known === empty
    ? { ...empty, body: (await openApiDocumentsOf(parts).find(name)).bytes }
    : known
}

const nothing = Buffer.alloc(0)

const yearMs = 365 * 24 * 60 * 60 * 1000

const forGood = (now: number) => ({
  'Cache-Control': 'public, immutable',
  Expires: new Date(now + yearMs).toUTCString(),
})

// The first one is the form in responses, the second one is sent by older clients.
const protobufTypes = ['.', '@'].map(
  sign => `application/com.github.proto-openapi.spec.v2${sign}v1.0+protobuf`,
)

/** Serves all types in one document. */
async function v2({ http, parts }: ApiCall): Promise<Reply> {
  const type = typeTaken(http.headers.accept, ['application/json', ...protobufTypes])
  if (type === undefined) return notAcceptable
  const isJson = type === 'application/json'
  const documents = openApiDocumentsOf(parts)
  const name = isJson ? wholeDocumentNames.json : wholeDocumentNames.protobuf
  const headers = {
    'Content-Type': isJson ? type : (protobufTypes[0] ?? ''),
    ETag: `"${await documents.hash(name)}"`,
    Vary: 'Accept',
  }
  return unlessKept(name, headers, { http, parts })
}

/** Returns the first type that a client accepts; parameters are ignored. */
function typeTaken(accept: string | undefined, types: readonly string[]): string | undefined {
  const clause = acceptClausesOf(accept).find(one =>
    types.some(type => acceptsMediaType(one, type)),
  )
  return clause && types.find(type => acceptsMediaType(clause, type))
}

const notAcceptable: Reply = { status: 406, headers: { Vary: 'Accept' }, body: nothing }
