import type { Reply } from '../api/call.ts'
import type { PathEndpoint } from '../api/endpoint.ts'
import type { PathCall } from '../api/parts.ts'
import { methodNotAllowed } from '../api/status.ts'
import { unlessKnown } from '../discovery/unless-known.ts'
import { clausesOf, takes } from '../stages/accept.ts'
import { documentsOf } from './documents.ts'

/**
 * The forms of all types, for clients that check, merge and explain objects (PATH-039). They choose
 * among media types of their own, so they come as text does: whatever a client accepts of others.
 */
export const openApi: readonly PathEndpoint[] = [
  {
    serves: path => path === '/openapi/v3',
    answers: 'text',
    act: async call => readOnly(call) ?? index(call),
  },
  {
    serves: (path, at) => documentsOf(at).has(nameIn(path)),
    answers: 'text',
    act: async call => readOnly(call) ?? v3(call),
  },
]

const prefix = '/openapi/v3/'

const nameIn = (path: string): string => (path.startsWith(prefix) ? path.slice(prefix.length) : '')

/** Methods that do not read are refused, where a server looks at methods at all. @throws 405 */
function readOnly({ info, at }: PathCall): undefined {
  if (info.verb !== 'get' && !at.dialect.readsByAnyMethod) throw methodNotAllowed()
}

/** Where each document is; its address changes with it, so that clients may keep it for good. */
async function index({ at }: PathCall): Promise<Reply> {
  const documents = documentsOf(at)
  const paths: { [name: string]: { serverRelativeURL: string } } = {}
  for (const name of documents.names()) {
    // It may have gone while the others were made.
    if (!documents.has(name)) continue
    const hash = await documents.hash(name)
    paths[name] = { serverRelativeURL: addressOf(name, hash) }
  }
  const body = Buffer.from(JSON.stringify({ paths }))
  return { status: 200, headers: { 'Content-Type': 'application/json' }, body }
}

const addressOf = (name: string, hash: string): string => `${prefix}${name}?hash=${hash}`

async function v3({ http, info, at }: PathCall): Promise<Reply> {
  if (!isTaken(http.headers.accept, ['application/json'])) return notAcceptable
  const documents = documentsOf(at)
  const name = nameIn(info.path)
  const hash = await documents.hash(name)
  const headers = { 'Content-Type': 'application/json', ETag: `"${hash}"`, Vary: 'Accept' }
  const asked = http.query.get('hash') ?? ''
  if (asked !== '' && asked !== hash) {
    const moved = { ...headers, Location: addressOf(name, hash) }
    return { status: 301, headers: moved, body: nothing }
  }
  const lasting = asked === '' ? {} : forGood(at.clock.now())
  const empty = { status: 200, headers: { ...headers, ...lasting }, body: nothing }
  const known = unlessKnown(empty, http)
  return known === empty ? { ...empty, body: (await documents.find(name)).bytes } : known
}

const nothing = Buffer.alloc(0)

const yearMs = 365 * 24 * 60 * 60 * 1000

const forGood = (now: number) => ({
  'Cache-Control': 'public, immutable',
  Expires: new Date(now + yearMs).toUTCString(),
})

/** Whether a client takes one of some media types; the parameters that it gives say nothing here. */
const isTaken = (accept: string | undefined, types: readonly string[]): boolean =>
  clausesOf(accept).some(clause => types.some(type => takes(clause, type)))

const notAcceptable: Reply = { status: 406, headers: { Vary: 'Accept' }, body: nothing }
