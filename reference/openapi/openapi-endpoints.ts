import type { Reply } from '../api/request.ts'
import type { ApiCall, NonResourceEndpoint } from '../parts/parts.ts'
import { methodNotAllowed } from '../api/status.ts'
import { answerIfNoneMatch } from '../discovery/if-none-match.ts'
import { acceptClausesOf, acceptsMediaType } from '../pipeline/accept-header.ts'
import { openApiDocumentsOf, wholeDocumentNames } from './documents.ts'

/**
 * The forms of all types, for clients that check, merge and explain objects (PATH-039). They choose
 * among media types of their own, so they come as text does: whatever a client accepts of others.
 */
export const openApiEndpoints: readonly NonResourceEndpoint[] = [
  {
    serves: path => path === '/openapi/v3',
    returns: 'text',
    handle: async call => readOnly(call) ?? index(call),
  },
  {
    serves: (path, at) => isOfVersion.test(path) && openApiDocumentsOf(at).has(nameIn(path)),
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

/** Methods that do not read are refused, where a server looks at methods at all. @throws 405 */
function readOnly({ info, at }: ApiCall): undefined {
  if (info.verb !== 'get' && !at.dialect.servesDocumentsByAnyMethod) throw methodNotAllowed()
}

/** Where each document is; its address changes with it, so that clients may keep it for good. */
async function index({ at }: ApiCall): Promise<Reply> {
  const documents = openApiDocumentsOf(at)
  const paths: { [name: string]: { serverRelativeURL: string } } = {}
  for (const name of documents.versions()) {
    // It may have gone while the others were made.
    if (!documents.has(name)) continue
    const hash = await documents.hash(name)
    paths[name] = { serverRelativeURL: addressOf(name, hash) }
  }
  const body = Buffer.from(JSON.stringify({ paths }))
  return { status: 200, headers: { 'Content-Type': 'application/json' }, body }
}

const addressOf = (name: string, hash: string): string => `${prefix}${name}?hash=${hash}`

async function v3({ http, info, at }: ApiCall): Promise<Reply> {
  if (!typeTaken(http.headers.accept, ['application/json'])) return notAcceptable
  const documents = openApiDocumentsOf(at)
  const name = nameIn(info.path)
  const hash = await documents.hash(name)
  const headers = { 'Content-Type': 'application/json', ETag: `"${hash}"`, Vary: 'Accept' }
  const asked = http.query.get('hash') ?? ''
  if (asked !== '' && asked !== hash) {
    const moved = { ...headers, Location: addressOf(name, hash) }
    return { status: 301, headers: moved, body: nothing }
  }
  const lasting = asked === '' ? {} : forGood(at.clock.now())
  return unlessKept(name, { ...headers, ...lasting }, { http, at })
}

/** A document, unless the client has it: then it is not even made. */
async function unlessKept(
  name: string,
  headers: Reply['headers'],
  { http, at }: Pick<ApiCall, 'http' | 'at'>,
): Promise<Reply> {
  const empty = { status: 200, headers, body: nothing }
  const known = answerIfNoneMatch(empty, http)
  return known === empty
    ? { ...empty, body: (await openApiDocumentsOf(at).find(name)).bytes }
    : known
}

const nothing = Buffer.alloc(0)

const yearMs = 365 * 24 * 60 * 60 * 1000

const forGood = (now: number) => ({
  'Cache-Control': 'public, immutable',
  Expires: new Date(now + yearMs).toUTCString(),
})

// The first is what a server calls it, the second what older clients do.
const protobufTypes = ['.', '@'].map(
  sign => `application/com.github.proto-openapi.spec.v2${sign}v1.0+protobuf`,
)

/** All types in one document. */
async function v2({ http, at }: ApiCall): Promise<Reply> {
  const type = typeTaken(http.headers.accept, ['application/json', ...protobufTypes])
  if (type === undefined) return notAcceptable
  const isJson = type === 'application/json'
  const documents = openApiDocumentsOf(at)
  const name = isJson ? wholeDocumentNames.json : wholeDocumentNames.protobuf
  const headers = {
    'Content-Type': isJson ? type : (protobufTypes[0] ?? ''),
    ETag: `"${await documents.hash(name)}"`,
    Vary: 'Accept',
  }
  return unlessKept(name, headers, { http, at })
}

/** The first type that a client takes; the parameters that it gives say nothing here. */
function typeTaken(accept: string | undefined, types: readonly string[]): string | undefined {
  const clause = acceptClausesOf(accept).find(one =>
    types.some(type => acceptsMediaType(one, type)),
  )
  return clause && types.find(type => acceptsMediaType(clause, type))
}

const notAcceptable: Reply = { status: 406, headers: { Vary: 'Accept' }, body: nothing }
