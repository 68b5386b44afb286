// Generates HTTP requests, some of which have one fault. No request changes an object, so that each
// is independent of the others.

import {
  mergePatch,
  drawObjectName,
  drawObject,
  jsonPatchOperations,
  metadataFaults,
} from './bodies.ts'
import type { RandomSource } from './draw.ts'
import {
  fieldSelectors,
  labelSelectors,
  drawnNamespace,
  drawnTypes,
  wrongFieldSelectors,
  wrongLabelSelectors,
} from './vocabulary.ts'
import type { DrawnType } from './vocabulary.ts'

export type DrawnRequest = {
  method: string
  path: string
  headers: { [name: string]: string }
  body?: string
}

type Query = [name: string, value: string][]
type Action = (draw: RandomSource, type: DrawnType) => DrawnRequest

/** Draws the next request. */
export function drawRequest(draw: RandomSource): DrawnRequest {
  draw.begin()
  return draw.pick(actions)(draw, draw.pick(drawnTypes))
}

const rootOf = ({ apiVersion }: DrawnType): string =>
  apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`

/** Returns the path of a collection. */
export const collectionOf = (type: DrawnType): string =>
  `${rootOf(type)}${type.isNamespaced ? `/namespaces/${drawnNamespace}` : ''}/${type.plural}`

/** Draws the path of an object, which mostly exists, sometimes with a subresource. */
function objectPath(
  draw: RandomSource,
  type: DrawnType,
  parts: readonly string[] = type.subresources,
): string {
  const part = draw.oneIn(4) ? draw.either(['', ...parts], ['nope']) : ''
  const path = `${collectionOf(type)}/${encodeURIComponent(drawObjectName(draw, type))}`
  return part === '' ? path : `${path}/${part}`
}

const withQuery = (path: string, query: Query): string =>
  query.length === 0 ? path : `${path}?${new URLSearchParams(query)}`

const json = 'application/json'
const inForm = (kind: string, version = 'v1'): string =>
  `${json};as=${kind};v=${version};g=meta.k8s.io`
const accepts = [json, json, json, 'application/yaml', inForm('Table'), '*/*']
const wrongAccepts = [inForm('Table', 'v2'), 'image/png']

const accept = (draw: RandomSource, ...more: string[]): string =>
  draw.oneIn(3) ? draw.either([...accepts, ...more], wrongAccepts) : json

type Option = readonly [name: string, good: readonly string[], wrong: readonly string[]]

/** Draws each option with the probability 1 / `times`. */
const drawQuery = (draw: RandomSource, options: readonly Option[], times = 4): Query =>
  options
    .filter(() => draw.oneIn(times))
    .map(([name, good, wrong]): [string, string] => [name, draw.either(good, wrong)])

const readOptions: readonly Option[] = [
  ['resourceVersion', ['0', ''], ['abc', '-1']],
  ['pretty', ['true', 'x'], ['false']],
]

function read(draw: RandomSource, type: DrawnType): DrawnRequest {
  const path = withQuery(objectPath(draw, type), drawQuery(draw, readOptions))
  return { method: 'GET', path, headers: { accept: accept(draw, inForm('PartialObjectMetadata')) } }
}

const selectors: readonly Option[] = [
  ['labelSelector', labelSelectors, wrongLabelSelectors],
  ['fieldSelector', fieldSelectors, wrongFieldSelectors],
]

const listOptions: readonly Option[] = [
  ['limit', ['500', '0', '-1'], ['x', '1.5', '9999999999999999999']],
  ['continue', [''], ['x', 'not-a-token']],
  ['resourceVersion', ['0', ''], ['abc', '-1']],
  ['resourceVersionMatch', [''], ['Exact', 'NotOlderThan', 'Latest']],
  ['timeoutSeconds', ['10', '-1', '0'], ['x']],
  ['sendInitialEvents', ['x'], ['true', 'false']],
  ['allowWatchBookmarks', ['true', 'x'], ['false']],
  ['timeout', ['10s'], ['x']],
]

// Cluster-scoped types are not listed, because each server has different objects of them.
const listed = drawnTypes.filter(({ isNamespaced }) => isNamespaced)

function list(draw: RandomSource): DrawnRequest {
  const query = [...drawQuery(draw, selectors, 3), ...drawQuery(draw, listOptions, 8)]
  const headers = { accept: accept(draw, inForm('PartialObjectMetadataList')) }
  return { method: 'GET', path: withQuery(collectionOf(draw.pick(listed)), query), headers }
}

const writeOptions: readonly Option[] = [
  ['fieldValidation', ['Strict', 'Ignore', 'Warn', ''], ['strict']],
  ['fieldManager', ['me'], ['a\u0001b', 'x'.repeat(129)]],
  ['pretty', ['1'], ['0']],
]

function writeQuery(draw: RandomSource): Query {
  const dryRun = draw.oneIn(9) ? draw.either(['All'], ['x', 'all']) : 'All'
  return [['dryRun', dryRun], ...drawQuery(draw, writeOptions)]
}

/** Draws headers of a request with a body. The content type may be missing. */
function bodied(draw: RandomSource, type?: string): DrawnRequest['headers'] {
  const given = type ?? (draw.oneIn(9) ? draw.either([json, ''], ['text/plain']) : json)
  return { accept: accept(draw), ...(given && { 'content-type': given }) }
}

const wrongTexts = ['{', '\u0000', 'kind: [', '{"kind":1}', '[]', '"text"']

const textOf = (draw: RandomSource, value: unknown): string =>
  draw.oneIn(9) ? draw.either([JSON.stringify(value)], wrongTexts) : JSON.stringify(value)

function create(draw: RandomSource, type: DrawnType): DrawnRequest {
  const name = draw.either(['another'], [type.name])
  const path = withQuery(collectionOf(type), writeQuery(draw))
  const body = textOf(draw, drawObject(draw, type, name))
  return { method: 'POST', path, headers: bodied(draw), body }
}

// An update of a Job without the fields that the server has set breaks many rules. Which of them is
// reported is compared elsewhere, and so are the managed fields of a DaemonSet.
const replaced = drawnTypes.filter(({ kind }) => kind !== 'Job' && kind !== 'DaemonSet')

function update(draw: RandomSource): DrawnRequest {
  const type = draw.pick(replaced)
  const object = drawObject(draw, type, type.name)
  const change = draw.oneIn(2) ? draw.either(type.changes, type.wrongChanges) : {}
  // Tokens, bindings and evictions can only be created.
  const parts = type.subresources.filter(part => part === 'status')
  const path = withQuery(objectPath(draw, type, parts), writeQuery(draw))
  return {
    method: 'PUT',
    path,
    headers: bodied(draw),
    body: textOf(draw, mergePatch(object, change)),
  }
}

const patchTypes = {
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  json: 'application/json-patch+json',
  apply: 'application/apply-patch+yaml',
} as const

function patch(draw: RandomSource, type: DrawnType): DrawnRequest {
  const forms = Object.keys(patchTypes) as (keyof typeof patchTypes)[]
  const form = draw.pick(forms)
  const query = writeQuery(draw)
  if (form === 'apply' && !query.some(([name]) => name === 'fieldManager'))
    query.push(['fieldManager', 'me'])
  // `force` is only valid for an apply.
  const force = draw.oneIn(6) ? draw.either(form === 'apply' ? ['true', 'x'] : [none], ['']) : none
  if (force !== none) query.push(['force', force])
  const { apiVersion, kind, name } = type
  const change = draw.either(type.changes, type.wrongChanges)
  const metadata = { metadata: draw.either([{ labels: { a: 'b' } }], metadataFaults) }
  const value = {
    json: () => draw.either(jsonPatchOperations.good, jsonPatchOperations.wrong),
    apply: () => ({ apiVersion, kind, metadata: { name }, ...change }),
    merge: () => (draw.oneIn(3) ? metadata : change),
    strategic: () => (draw.oneIn(3) ? metadata : change),
  }[form]()
  const path = withQuery(objectPath(draw, type, []), query)
  const headers = bodied(draw, patchTypes[form])
  return { method: 'PATCH', path, headers, body: textOf(draw, value) }
}

const none = 'none'

const deleteOptions: readonly Option[] = [
  ['propagationPolicy', ['Background', 'Foreground', 'Orphan'], ['x']],
  ['gracePeriodSeconds', ['0', '5'], ['x', '-1']],
]

const deleteBodies = {
  good: [{}, { propagationPolicy: 'Foreground' }, { gracePeriodSeconds: 3 }],
  wrong: [
    { propagationPolicy: 'x' },
    { propagationPolicy: 'Orphan', orphanDependents: true },
    { preconditions: { uid: 'x' } },
    { preconditions: { resourceVersion: '1' } },
  ],
}

function remove(draw: RandomSource, type: DrawnType): DrawnRequest {
  // Options in the body take precedence over the query, so the body has the dry run, too.
  const hasBody = draw.oneIn(2)
  const query: Query = hasBody ? [] : [['dryRun', 'All'], ...drawQuery(draw, deleteOptions, 3)]
  const body = { dryRun: ['All'], ...draw.either(deleteBodies.good, deleteBodies.wrong) }
  return {
    method: 'DELETE',
    path: withQuery(objectPath(draw, type, []), query),
    headers: bodied(draw, json),
    ...(hasBody && { body: JSON.stringify(body) }),
  }
}

function removeAll(draw: RandomSource): DrawnRequest {
  const query: Query = [
    ['dryRun', 'All'],
    ...drawQuery(draw, deleteOptions),
    ...drawQuery(draw, selectors, 2),
  ]
  const path = withQuery(collectionOf(draw.pick(listed)), query)
  return { method: 'DELETE', path, headers: bodied(draw, json) }
}

const actions: readonly Action[] = [
  read,
  read,
  list,
  list,
  list,
  create,
  create,
  create,
  update,
  update,
  patch,
  patch,
  patch,
  patch,
  remove,
  removeAll,
]
